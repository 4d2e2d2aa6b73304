import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Repository, type TransactionScope } from '#libs/platform/database';
import { Asset } from './asset.entity.js';

/** Every query of the table `assets`. */
@Injectable()
export class AssetsRepository extends Repository {
  constructor(dataSource: DataSource) {
    super(dataSource);
  }

  async insert(asset: Asset, scope?: TransactionScope): Promise<void> {
    await this.rows(
      'insert into "assets" select * from jsonb_populate_record(null::"assets", $1)',
      [JSON.stringify(asset)],
      scope,
    );
  }

  async find(id: string): Promise<Asset | null> {
    const [asset] = await this.rows<Asset>(
      `select *, "bytes"::float8 as "bytes" from "assets" where "id" = $1`,
      [id],
    );
    return asset ?? null;
  }

  async listOfTasks(taskIds: readonly string[]): Promise<Asset[]> {
    return this.rows<Asset>(
      `select *, "bytes"::float8 as "bytes" from "assets" where "taskId" = any($1) order by "id"`,
      [taskIds],
    );
  }

  async delete(ids: readonly string[], scope?: TransactionScope): Promise<void> {
    await this.rows('delete from "assets" where "id" = any($1)', [ids], scope);
  }

  /** Locks the row of an upload that has not arrived; tells false when it has, or somebody else holds it. */
  async lockAwaited(scope: TransactionScope, id: string): Promise<boolean> {
    const rows = await this.rows(
      'select 1 from "assets" where "id" = $1 and "bytes" is null for update skip locked',
      [id],
      scope,
    );
    return rows.length > 0;
  }

  async setArrived(scope: TransactionScope, id: string, bytes: number, contentType: string): Promise<void> {
    await this.manager(scope).update(Asset, { id }, { bytes, contentType });
  }

  async setExpiryOfInputs(scope: TransactionScope, taskId: string, expiresAt: Date | null): Promise<void> {
    await this.rows(
      `update "assets" set "expiresAt" = $2 where "taskId" = $1 and "purpose" = 'input'`,
      [taskId, expiresAt],
      scope,
    );
  }

  async listExpired(limit: number): Promise<Asset[]> {
    return this.manager()
      .createQueryBuilder(Asset, 'asset')
      .where('asset.expiresAt < now()')
      .orderBy('asset.expiresAt')
      .limit(limit)
      .getMany();
  }
}
