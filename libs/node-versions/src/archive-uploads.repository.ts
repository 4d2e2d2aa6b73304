import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '#libs/platform/clock';
import { Repository, type TransactionScope } from '#libs/platform/database';
import type { ArchiveUpload } from './archive-upload.entity.js';

const HOUR_MS = 60 * 60 * 1_000;

/** What names an upload, and the folder of its bytes. */
export type UploadKey = Pick<ArchiveUpload, 'id' | 'versionId'>;

/** Every query of the table `archive_uploads`. An upload is taken or abandoned, whichever comes first; never both. */
@Injectable()
export class ArchiveUploadsRepository extends Repository {
  constructor(
    dataSource: DataSource,
    private readonly clock: Clock,
  ) {
    super(dataSource);
  }

  /** Is on the disk of the database when it resolves. */
  async insert({ id, versionId }: UploadKey): Promise<void> {
    await this.rows('insert into archive_uploads (id, version_id, started_at) values ($1, $2, $3)', [
      id,
      versionId,
      this.clock.now(),
    ]);
  }

  /** Ends an upload whose bytes the version owns from now on. @returns false when it was abandoned before. */
  async take(scope: TransactionScope, id: string): Promise<boolean> {
    const taken = await this.rows(
      'delete from archive_uploads where id = $1 and not is_abandoned returning id',
      [id],
      scope,
    );
    return taken.length > 0;
  }

  /** Keeps an upload from being taken; waits for a transaction that is about to. @returns false when it was taken. */
  async abandon(id: string): Promise<boolean> {
    const abandoned = await this.rows(
      'update archive_uploads set is_abandoned = true where id = $1 returning id',
      [id],
    );
    return abandoned.length > 0;
  }

  /** Abandons uploads that began more than so many hours ago, the oldest first, and those abandoned so long ago again. */
  async abandonOlderThan(hours: number, limit: number): Promise<UploadKey[]> {
    return this.rows<UploadKey>(
      `update archive_uploads set is_abandoned = true where id in (
         select id from archive_uploads where started_at < $1
          order by started_at limit $2 for update skip locked
       ) returning id, version_id`,
      [this.clock.in(-hours * HOUR_MS), limit],
    );
  }

  async delete(id: string): Promise<void> {
    await this.rows('delete from archive_uploads where id = $1', [id]);
  }
}
