import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import type { ArchiveReport, VersionReport } from './version-report.entity.js';

@Injectable()
export class VersionReportsRepository extends Repository {
  async save(scope: TransactionScope, versionId: string, report: ArchiveReport): Promise<void> {
    await this.rows(
      scope,
      `insert into version_reports (node_version_id, report, checked_at) values ($1, $2, $3)
       on conflict (node_version_id) do update set report = excluded.report, checked_at = excluded.checked_at`,
      [versionId, JSON.stringify(report), this.clock.now()],
    );
  }

  async find(scope: StatementScope, versionId: string): Promise<VersionReport | undefined> {
    return this.row<VersionReport>(scope, 'select * from version_reports where node_version_id = $1', [
      versionId,
    ]);
  }
}
