import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope } from '#libs/platform/database';

/** A version that has come: its archive arrived, or it needed none. */
const PUBLISHED = `(version.status in ('NodeVersionStatusActive', 'NodeVersionStatusFlagged', 'NodeVersionStatusBanned')
  or version.status = 'NodeVersionStatusDeleted' and version.archive_key is not null)`;

export type PublisherActivity = {
  versionsPublished: number;
  versionsActive: number;
  versionsHeld: number;
  versionsBanned: number;
  reportsUpheld: number;
  reportsDismissed: number;
  firstPublishedAt: Date | null;
  lastPublishedAt: Date | null;
  tokenLastUsedAt: Date | null;
};

@Injectable()
export class PublisherActivityRepository extends Repository {
  async read(scope: StatementScope, publisherId: string): Promise<PublisherActivity> {
    const row = await this.row<PublisherActivity>(
      scope,
      `select versions.*, reports.*, (
           select max(token.last_used_at) from access_tokens token
             join publisher_members member on member.user_id = token.user_id and member.accepted_at is not null
            where member.publisher_id = $1 and coalesce(token.publisher_id, $1) = $1) as token_last_used_at
         from (
           select count(*)::int as versions_published,
                  count(*) filter (where version.status = 'NodeVersionStatusActive')::int as versions_active,
                  count(*) filter (where version.status = 'NodeVersionStatusFlagged')::int as versions_held,
                  count(*) filter (where version.status = 'NodeVersionStatusBanned')::int as versions_banned,
                  min(version.created_at) as first_published_at, max(version.created_at) as last_published_at
             from nodes node join node_versions version on version.node_id = node.id
            where node.publisher_id = $1 and ${PUBLISHED}) versions,
         (select count(*) filter (where report.verdict = 'upheld')::int as reports_upheld,
                 count(*) filter (where report.verdict = 'dismissed')::int as reports_dismissed
            from (
              select verdict from nodes node join node_reports on node_id = node.id where node.publisher_id = $1
              union all select verdict from node_reports where publisher_id = $1) report) reports`,
      [publisherId],
    );
    if (!row) throw new Error('Counting answers with a row');
    return row;
  }
}
