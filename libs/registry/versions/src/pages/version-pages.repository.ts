import { Injectable } from '@nestjs/common';
import { columnsJson, Repository, type StatementScope } from '#libs/platform/database';
import type { NodeVersion } from '#libs/registry/versions/store';
import type { VersionPage } from './version-page.entity.js';

@Injectable()
export class VersionPagesRepository extends Repository {
  async save(scope: StatementScope, page: Omit<VersionPage, 'readAt'>): Promise<void> {
    await this.rows(
      scope,
      `insert into version_pages (node_version_id, readme_path, readme_format, readme, readme_is_cut, licence_path,
                                  licence_text, licence_name, requires_python, files, files_total, read_at)
       select r.node_version_id, r.readme_path, r.readme_format, r.readme, r.readme_is_cut, r.licence_path,
              r.licence_text, r.licence_name, r.requires_python, r.files, r.files_total, $2
         from jsonb_to_recordset($1) as r(node_version_id uuid, readme_path text, readme_format text, readme text,
              readme_is_cut boolean, licence_path text, licence_text text, licence_name text, requires_python text,
              files jsonb, files_total int)
       on conflict (node_version_id) do nothing`,
      [columnsJson([page]), this.clock.now()],
    );
  }

  async find(scope: StatementScope, versionId: string): Promise<VersionPage | undefined> {
    return this.row(scope, 'select * from version_pages where node_version_id = $1', [versionId]);
  }

  /** Versions whose archive was accepted by a release that did not read pages. */
  async listUnread(scope: StatementScope, limit: number): Promise<NodeVersion[]> {
    return this.rows(
      scope,
      `select v.* from node_versions v
        where v.archive_key is not null and v.archive_refusal is null and v.status <> 'NodeVersionStatusPending'
          and v.status <> 'NodeVersionStatusDeleted'
          and not exists (select from version_pages page where page.node_version_id = v.id)
        order by v.id desc limit $1`,
      [limit],
    );
  }
}
