import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Conditions, Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import type { NodeReport, ReportReason, ReportVerdict } from './node-report.entity.js';
import type { ReportMessage } from './report-message.entity.js';

/** A report with its reporter, the name of what is reported, and what the report counts for a quarantine. */
export type WeighedReport = NodeReport & {
  reporterName: string;
  nodeName: string | null;
  publisherName: string | null;
  weight: number;
};

export type NodeReportFilter = {
  isOpen: boolean | undefined;
  nodeId: string | undefined;
  publisherId: string | undefined;
  before: string | undefined;
  limit: number;
};

/** What became of the reports that were filed in one week. */
export type ReportFigures = {
  /** Its Monday, in UTC: `YYYY-MM-DD`. */
  week: string;
  reportsFiled: number;
  reportsUpheld: number;
  reportsDismissed: number;
  /** Hours from report to answer; null without an answer. */
  reportHoursMedian: number | null;
};

/** Reports that may hide a node. */
export const GRAVE_REASONS: readonly ReportReason[] = ['malware', 'impersonation'];

const GRAVE = `('${GRAVE_REASONS.join("', '")}')`;
const NEW_ACCOUNT_MS = 7 * 24 * 60 * 60 * 1000;
const TRUSTED_FROM_NODES = 3;
const TRUSTED_WEIGHT = 3;

/**
 * What report `r` of user `u` counts: nothing from accounts that are new, suspended or deleted, and nothing from a user whose
 * grave report of the same node was dismissed; more from a user who was right about several nodes, and more often than wrong.
 * `$1` is since when accounts are new.
 */
const WEIGHT = `case
  when u.suspended_at is not null or u.deleted_at is not null or u.created_at > $1::timestamptz then 0
  when exists (select from node_reports f where f.node_id = r.node_id and f.reporter_id = r.reporter_id
                and f.verdict = 'dismissed' and f.reason in ${GRAVE}) then 0
  when (select count(distinct f.node_id) filter (where f.verdict = 'upheld') >= ${TRUSTED_FROM_NODES}
               and count(*) filter (where f.verdict = 'upheld') > count(*) filter (where f.verdict = 'dismissed')
          from node_reports f where f.reporter_id = r.reporter_id and f.reason in ${GRAVE}) then ${TRUSTED_WEIGHT}
  else 1 end`;

const READ = `select r.*, u.name as reporter_name, n.name as node_name, p.name as publisher_name, ${WEIGHT} as weight
  from node_reports r join users u on u.id = r.reporter_id
  left join nodes n on n.id = r.node_id left join publishers p on p.id = r.publisher_id`;

@Injectable()
export class NodeReportsRepository extends Repository {
  /** The messages about a report, oldest first. */
  async listMessages(scope: StatementScope, reportId: string): Promise<ReportMessage[]> {
    return this.rows(scope, 'select * from report_messages where report_id = $1 order by id', [reportId]);
  }

  /** Adds a message, unless there are `max` already; then undefined. */
  async insertMessage(
    scope: TransactionScope,
    { reportId, authorId, side, text }: Pick<ReportMessage, 'reportId' | 'authorId' | 'side' | 'text'>,
    max: number,
  ): Promise<ReportMessage | undefined> {
    return this.row(
      scope,
      `insert into report_messages (id, report_id, author_id, side, text, created_at)
       select $1, $2, $3, $4, $5, $6
        where (select count(*) from report_messages where report_id = $2) < $7 returning *`,
      [uuidv7(), reportId, authorId, side, text, this.clock.now(), max],
    );
  }

  /** Adds a report, or replaces the texts of the open one of the same user and node or publisher. */
  async save(
    scope: TransactionScope,
    report: Pick<NodeReport, 'nodeId' | 'publisherId' | 'reporterId' | 'reason' | 'details' | 'version'>,
  ): Promise<NodeReport> {
    const { nodeId, publisherId, reporterId, reason, details, version } = report;
    const subject = nodeId === null ? 'publisher_id' : 'node_id';
    const saved = await this.row<NodeReport>(
      scope,
      `insert into node_reports (id, node_id, publisher_id, reporter_id, reason, details, version, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (${subject}, reporter_id) where verdict is null do update set
         reason = excluded.reason, details = excluded.details, version = excluded.version
       returning *`,
      [uuidv7(), nodeId, publisherId, reporterId, reason, details, version, this.clock.now()],
    );
    if (!saved) throw new Error('Saving answers with the row');
    return saved;
  }

  /** What the open grave reports of a node weigh together, and the reasons of those that count. */
  async weigh(scope: TransactionScope, nodeId: string): Promise<{ weight: number; reasons: ReportReason[] }> {
    const rows = await this.rows<{ reason: ReportReason; weight: number }>(
      scope,
      `select reason, sum(weight)::int as weight from (
         select r.reason, ${WEIGHT} as weight from node_reports r join users u on u.id = r.reporter_id
          where r.node_id = $2 and r.verdict is null and r.reason in ${GRAVE}) as weighed
        where weight > 0 group by reason order by reason`,
      [this.clock.in(-NEW_ACCOUNT_MS), nodeId],
    );
    return {
      weight: rows.reduce((sum, row) => sum + row.weight, 0),
      reasons: rows.map(({ reason }) => reason),
    };
  }

  async find(scope: StatementScope, id: string): Promise<WeighedReport | undefined> {
    return this.row(scope, `${READ} where r.id = $2`, [this.clock.in(-NEW_ACCOUNT_MS), id]);
  }

  /** `otherSide` is the publisher that is reported, or whose node is. */
  async findWithOtherSide(
    scope: StatementScope,
    id: string,
  ): Promise<(NodeReport & { otherSide: string }) | undefined> {
    return this.row(
      scope,
      `select r.*, coalesce(r.publisher_id, n.publisher_id) as other_side
         from node_reports r left join nodes n on n.id = r.node_id where r.id = $1`,
      [id],
    );
  }

  /** Newest first. */
  async list(
    scope: StatementScope,
    { isOpen, nodeId, publisherId, before, limit }: NodeReportFilter,
  ): Promise<WeighedReport[]> {
    const conditions = new Conditions();
    conditions.given(this.clock.in(-NEW_ACCOUNT_MS));
    if (isOpen !== undefined) conditions.add(`r.verdict is ${isOpen ? '' : 'not '}null`);
    if (before !== undefined) conditions.add(`r.id < ${conditions.given(before)}`);
    if (nodeId !== undefined) {
      const key = conditions.given(nodeId.toLowerCase());
      conditions.add(`r.node_id = (select id from nodes where id_key = ${key})`);
    }
    if (publisherId !== undefined) conditions.add(`r.publisher_id = ${conditions.given(publisherId)}`);
    const page = `order by r.id desc limit ${conditions.given(limit)}`;
    return this.rows(scope, `${READ} where ${conditions.text} ${page}`, conditions.parameters);
  }

  /** The reports of a user, newest first. */
  async listOf(
    scope: StatementScope,
    reporterId: string,
    before: string | undefined,
    limit: number,
  ): Promise<NodeReport[]> {
    return this.rows(
      scope,
      `select * from node_reports where reporter_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
      [reporterId, before ?? null, limit],
    );
  }

  /** Of the last weeks, those without a report left out. */
  async listFigures(scope: StatementScope, weeks: number): Promise<ReportFigures[]> {
    return this.rows(
      scope,
      `select to_char(date_trunc('week', created_at, 'UTC') at time zone 'UTC', 'YYYY-MM-DD') as week,
              count(*)::int as reports_filed,
              count(*) filter (where verdict = 'upheld')::int as reports_upheld,
              count(*) filter (where verdict = 'dismissed')::int as reports_dismissed,
              percentile_cont(0.5) within group (
                order by extract(epoch from closed_at - created_at)::float8 / 3600) as report_hours_median
         from node_reports
        where created_at >= date_trunc('week', $1::timestamptz, 'UTC') - ($2 - 1) * interval '7 days'
        group by 1`,
      [this.clock.now(), weeks],
    );
  }

  /** Undefined when it is closed already. */
  async close(
    scope: TransactionScope,
    id: string,
    verdict: ReportVerdict,
    answer: string,
  ): Promise<NodeReport | undefined> {
    return this.row(
      scope,
      `update node_reports set verdict = $2, answer = $3, closed_at = $4
        where id = $1 and verdict is null returning *`,
      [id, verdict, answer, this.clock.now()],
    );
  }

  /** Closes the open grave reports of a node. */
  async closeGrave(
    scope: TransactionScope,
    nodeId: string,
    verdict: ReportVerdict,
    answer: string,
  ): Promise<NodeReport[]> {
    return this.rows(
      scope,
      `update node_reports set verdict = $2, answer = $3, closed_at = $4
        where node_id = $1 and verdict is null and reason in ${GRAVE} returning *`,
      [nodeId, verdict, answer, this.clock.now()],
    );
  }
}
