import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope } from '#libs/platform/database';

export type LastBackup = { endedAt: Date; hasFiles: boolean };

/** Reads the table `backups`, in which each backup is noted once it is complete. */
@Injectable()
export class BackupsRepository extends Repository {
  async last(scope: StatementScope): Promise<LastBackup | undefined> {
    return this.row(scope, 'select ended_at, has_files from backups order by ended_at desc limit 1');
  }
}
