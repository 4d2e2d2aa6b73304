import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope } from '#libs/platform/database';
import type { Picture } from './picture.entity.js';

export type CacheFigures = { files: number; bytes: number };

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
    { key, storageKey, bytes, expiresAt }: Omit<Picture, 'createdAt'>,
  ): Promise<void> {
    await this.rows(
      scope,
      `insert into pictures (key, storage_key, bytes, expires_at, created_at) values ($1, $2, $3, $4, $5)
       on conflict (key) do update set storage_key = excluded.storage_key, bytes = excluded.bytes,
         expires_at = excluded.expires_at, created_at = excluded.created_at`,
      [key, storageKey, bytes, expiresAt, this.clock.now()],
    );
  }

  async listExpired(scope: StatementScope, limit: number): Promise<Picture[]> {
    return this.rows(scope, 'select * from pictures where expires_at <= $1 order by expires_at limit $2', [
      this.clock.now(),
      limit,
    ]);
  }

  /** Reads the whole table. */
  async measure(scope: StatementScope): Promise<CacheFigures> {
    const row = await this.row<CacheFigures>(
      scope,
      `select count(*)::float8 as files, coalesce(sum(bytes), 0)::float8 as bytes from pictures
        where storage_key is not null and expires_at > $1`,
      [this.clock.now()],
    );
    return row ?? { files: 0, bytes: 0 };
  }

  /** Lets the oldest files expire until the others have at most so many bytes. */
  async expireBeyond(scope: StatementScope, bytesMax: number): Promise<void> {
    await this.rows(
      scope,
      `update pictures p set expires_at = $1 from (
         select key, sum(coalesce(bytes, 0)) over (order by created_at desc, key) as total from pictures
          where storage_key is not null and expires_at > $1
       ) c where p.key = c.key and c.total > $2`,
      [this.clock.now(), bytesMax],
    );
  }

  /** Unless it was renewed meanwhile. */
  async deleteExpired(scope: StatementScope, key: string): Promise<boolean> {
    return this.hasRow(scope, 'delete from pictures where key = $1 and expires_at <= $2 returning key', [
      key,
      this.clock.now(),
    ]);
  }
}
