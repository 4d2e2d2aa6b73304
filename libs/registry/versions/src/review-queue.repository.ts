import { Injectable } from '@nestjs/common';
import { Conditions, Repository, type StatementScope } from '#libs/platform/database';
import { ALL_VERSIONS_HELD } from '#libs/registry/nodes';
import { LISTED_ROWS_MAX, type ListTotal, listTotal } from '#libs/platform/http';
import type { ReviewKind } from './dto/review.request.js';
import { ASSIGNED_FOR } from './review-desk.repository.js';

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
  assigneeId: string | null;
  assigneeName: string | null;
};

/** Of which kinds, and taken by whom: a user, or null for nobody; undefined for all. */
export type ReviewFilter = { kinds: readonly ReviewKind[]; assigneeId: string | null | undefined };

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
    { kinds, assigneeId }: ReviewFilter,
    after: ReviewPlace | undefined,
    limit: number,
  ): Promise<WaitingReview[]> {
    const conditions = new Conditions();
    conditions.given(limit);
    if (after) [after.sinceMicros, after.id].forEach((value) => conditions.given(value));
    const assigned = this.assigned(conditions, assigneeId);
    const arms = kinds.map(
      (kind) => `(select '${kind}' as kind, t.id::text as id, t.created_at as since, ${COLUMNS[kind]},
          p.id as publisher_id, p.name as publisher_name
        ${WAITING[kind]} ${assigned(kind)} ${behind(after, kind)} order by t.created_at, t.id limit $1)`,
    );
    return this.rows<WaitingReview>(
      scope,
      `select waiting.*, (extract(epoch from waiting.since) * 1000000)::bigint::text as since_micros,
              u.id as assignee_id, u.name as assignee_name
         from (${arms.join(' union all ')}) as waiting
         left join review_assignments a on a.kind = waiting.kind and a.subject_id = waiting.id
           and a.since > ${conditions.given(this.clock.now())}::timestamptz - ${ASSIGNED_FOR}
         left join users u on u.id = a.assignee_id
        order by waiting.since, waiting.kind, waiting.id limit $1`,
      conditions.parameters,
    );
  }

  /** The id of an entry as it is written, if it waits; letter case does not matter. */
  async findId(scope: StatementScope, kind: ReviewKind, id: string): Promise<string | undefined> {
    const keys = { version: 't.id::text', doubt: 't.id::text', node: 'n.id_key', quarantine: 'n.id_key' };
    const key = kind === 'publisher' ? 't.id' : keys[kind];
    const row = await this.row<{ id: string }>(
      scope,
      `select t.id::text as id ${WAITING[kind]} and ${key} = $1 limit 1`,
      [kind === 'publisher' ? id : id.toLowerCase()],
    );
    return row?.id;
  }

  /** How many entries wait, counted up to the bound of lists. */
  async count(scope: StatementScope, { kinds, assigneeId }: ReviewFilter): Promise<ListTotal> {
    const conditions = new Conditions();
    conditions.given(LISTED_ROWS_MAX + 1);
    const assigned = this.assigned(conditions, assigneeId);
    const counts = kinds.map(
      (kind) => `(select count(*) from (select ${WAITING[kind]} ${assigned(kind)} limit $1) as counted)`,
    );
    const row = await this.row<{ total: number }>(
      scope,
      `select (${counts.join(' + ')})::int as total`,
      conditions.parameters,
    );
    return listTotal(row?.total ?? 0);
  }

  /** The condition for who has taken an entry of a kind. */
  private assigned(
    conditions: Conditions,
    assigneeId: ReviewFilter['assigneeId'],
  ): (kind: ReviewKind) => string {
    if (assigneeId === undefined) return () => '';
    const by = assigneeId === null ? '' : `and a.assignee_id = ${conditions.given(assigneeId)}`;
    const now = conditions.given(this.clock.now());
    return (kind) => `and ${assigneeId === null ? 'not ' : ''}exists (select from review_assignments a
      where a.kind = '${kind}' and a.subject_id = t.id::text and a.since > ${now}::timestamptz - ${ASSIGNED_FOR} ${by})`;
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
