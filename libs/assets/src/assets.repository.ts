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

  async delete(ids: readonly string[]): Promise<void> {
    await this.rows('delete from "assets" where "id" = any($1)', [ids]);
  }

  /** Locks the row of an upload that has not arrived; tells false when it has, is going, or somebody else holds it. */
  async lockAwaited(scope: TransactionScope, id: string): Promise<boolean> {
    const rows = await this.rows(
      `select 1 from "assets" where "id" = $1 and "bytes" is null and "expiresAt" > now()
          for update skip locked`,
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

  /** Keeps files until their expiry is set anew. */
  async clearExpiry(scope: TransactionScope, ids: readonly string[]): Promise<void> {
    await this.rows('update "assets" set "expiresAt" = null where "id" = any($1)', [ids], scope);
  }

  /** Hides files that are about to be removed; `hideExpired` finds them until their rows are deleted. */
  async hide(ids: readonly string[]): Promise<void> {
    await this.rows('update "assets" set "bytes" = null, "expiresAt" = now() where "id" = any($1)', [ids]);
  }

  /** As `hide`, for every file of a task. */
  async hideOfTask(scope: TransactionScope, taskId: string): Promise<Asset[]> {
    return this.rows<Asset>(
      'update "assets" set "bytes" = null, "expiresAt" = now() where "taskId" = $1 returning *',
      [taskId],
      scope,
    );
  }

  /** Hides files whose time has come, the oldest first; those that somebody else is hiding or receiving wait. */
  async hideExpired(limit: number): Promise<Asset[]> {
    return this.rows<Asset>(
      `update "assets" set "bytes" = null where "id" in (
         select "id" from "assets" where "expiresAt" < now()
          order by "expiresAt" limit $1 for update skip locked
       ) returning *`,
      [limit],
    );
  }
}
