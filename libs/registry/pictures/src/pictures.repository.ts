import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope } from '#libs/platform/database';
import type { Picture } from './picture.entity.js';

@Injectable()
export class PicturesRepository extends Repository {
  async find(scope: StatementScope, key: string): Promise<Picture | undefined> {
    return this.row(scope, 'select * from pictures where key = $1 and expires_at > $2', [
      key,
      this.clock.now(),
    ]);
  }

  async save(
    scope: StatementScope,
    { key, storageKey, expiresAt }: Omit<Picture, 'createdAt'>,
  ): Promise<void> {
    await this.rows(
      scope,
      `insert into pictures (key, storage_key, expires_at, created_at) values ($1, $2, $3, $4)
       on conflict (key) do update
         set storage_key = excluded.storage_key, expires_at = excluded.expires_at, created_at = excluded.created_at`,
      [key, storageKey, expiresAt, this.clock.now()],
    );
  }

  async listExpired(scope: StatementScope, limit: number): Promise<Picture[]> {
    return this.rows(scope, 'select * from pictures where expires_at <= $1 order by expires_at limit $2', [
      this.clock.now(),
      limit,
    ]);
  }

  /** Unless it was renewed meanwhile. */
  async deleteExpired(scope: StatementScope, key: string): Promise<boolean> {
    return this.hasRow(scope, 'delete from pictures where key = $1 and expires_at <= $2 returning key', [
      key,
      this.clock.now(),
    ]);
  }
}
