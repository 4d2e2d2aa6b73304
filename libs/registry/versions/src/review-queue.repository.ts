import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope } from '#libs/platform/database';
import { ALL_VERSIONS_HELD } from '#libs/registry/nodes';
import { LISTED_ROWS_MAX, type ListTotal, listTotal } from '#libs/platform/http';
import type { ReviewKind } from './dto/review.request.js';

export type WaitingReview = {
  kind: ReviewKind;
  reason: string;
  since: Date;
  /** `since` in microseconds, because a `Date` holds only milliseconds. */
  sinceMicros: string;
  /** The version's id, the node's, or the publisher's. */
  id: string;
  nodeId: string | null;
  nodeName: string | null;
  publisherId: string;
  publisherName: string;
  versionId: string | null;
  version: string | null;
};

/** The place of an entry in the queue. */
export type ReviewPlace = Pick<WaitingReview, 'kind' | 'sinceMicros' | 'id'>;

/** Entries hidden with their node or publisher are left out. */
const SEEN = `join publishers p on p.id = n.publisher_id and p.status = 'PublisherStatusActive'`;

/** The rows of each kind; `t` is the row whose creation the entry waits since. */
const WAITING = {
  node: `from nodes t join nodes n on n.id = t.id ${SEEN}
    where t.review_reason is not null and t.review_reason <> '${ALL_VERSIONS_HELD}' and t.status = 'NodeStatusActive'`,
  quarantine: `from (select id, ban_reason as reason, quarantined_at as created_at from nodes
      where status = 'NodeStatusBanned' and quarantined_at is not null) t
    join nodes n on n.id = t.id ${SEEN}
    where true`,
  doubt: `from (select d.since as created_at, d.reason, v.id, v.node_id, v.version
      from version_doubts d join node_versions v on v.id = d.node_version_id
      where v.status = 'NodeVersionStatusActive') t
    join nodes n on n.id = t.node_id and n.status = 'NodeStatusActive' ${SEEN}
    where true`,
  version: `from node_versions t join nodes n on n.id = t.node_id and n.status = 'NodeStatusActive' ${SEEN}
    where t.status = 'NodeVersionStatusFlagged' and t.archive_refusal is null`,
  publisher: `from publishers t join publishers p on p.id = t.id
    where t.review_reason is not null and t.status = 'PublisherStatusActive'`,
} as const;

const NODE = 'n.id as node_id, n.name as node_name';
const COLUMNS = {
  node: `t.review_reason as reason, null as version_id, null as version, ${NODE}`,
  quarantine: `t.reason, null as version_id, null as version, ${NODE}`,
  doubt: `t.reason, t.id::text as version_id, t.version, ${NODE}`,
  version: `t.status_reason as reason, t.id::text as version_id, t.version, ${NODE}`,
  publisher:
    't.review_reason as reason, null as version_id, null as version, null as node_id, null as node_name',
} as const;

/** Reads the review queue, each kind by its index. */
@Injectable()
export class ReviewQueueRepository extends Repository {
  async list(
    scope: StatementScope,
    kinds: readonly ReviewKind[],
    after: ReviewPlace | undefined,
    limit: number,
  ): Promise<WaitingReview[]> {
    const parameters = [limit, ...(after ? [after.sinceMicros, after.id] : [])];
    const arms = kinds.map(
      (kind) => `(select '${kind}' as kind, t.id::text as id, t.created_at as since, ${COLUMNS[kind]},
          p.id as publisher_id, p.name as publisher_name
        ${WAITING[kind]} ${behind(after, kind)} order by t.created_at, t.id limit $1)`,
    );
    return this.rows<WaitingReview>(
      scope,
      `select *, (extract(epoch from since) * 1000000)::bigint::text as since_micros from (${arms.join(' union all ')}) as waiting
        order by since, kind, id limit $1`,
      parameters,
    );
  }

  /** How many entries wait, counted up to the bound of lists. */
  async count(scope: StatementScope, kinds: readonly ReviewKind[]): Promise<ListTotal> {
    const counts = kinds.map(
      (kind) => `(select count(*) from (select ${WAITING[kind]} limit $1) as counted)`,
    );
    const row = await this.row<{ total: number }>(scope, `select (${counts.join(' + ')})::int as total`, [
      LISTED_ROWS_MAX + 1,
    ]);
    return listTotal(row?.total ?? 0);
  }
}

const PLACE_TIME = `'epoch'::timestamptz + $2::bigint * interval '1 microsecond'`;

/** The condition for entries after a place, in the order of time, kind and id. */
function behind(after: ReviewPlace | undefined, kind: ReviewKind): string {
  if (!after) return '';
  const type = kind === 'version' || kind === 'doubt' ? 'uuid' : 'text';
  if (after.kind === kind) return `and (t.created_at, t.id) > (${PLACE_TIME}, $3::${type})`;
  return `and t.created_at ${after.kind < kind ? '>=' : '>'} ${PLACE_TIME} and $3::text <> ''`;
}
