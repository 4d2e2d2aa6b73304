import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import type { NodeVersion } from '#libs/registry/versions/store';
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

  /** Of the versions with a report, the highest active one before this. */
  async findPrevious(
    scope: StatementScope,
    { id, nodeId, sortKey }: Pick<NodeVersion, 'id' | 'nodeId' | 'sortKey'>,
  ): Promise<{ version: string; traits: unknown } | undefined> {
    return this.row(
      scope,
      `select v.version, r.report -> 'traits' as traits
         from node_versions v join version_reports r on r.node_version_id = v.id
        where v.node_id = $1 and v.id <> $2 and v.status = 'NodeVersionStatusActive'
          and v.sort_key collate "C" < $3 collate "C"
        order by v.sort_key collate "C" desc limit 1`,
      [nodeId, id, sortKey],
    );
  }

  async find(scope: StatementScope, versionId: string): Promise<VersionReport | undefined> {
    return this.row<VersionReport>(scope, 'select * from version_reports where node_version_id = $1', [
      versionId,
    ]);
  }
}
