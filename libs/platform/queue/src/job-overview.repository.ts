import { Injectable } from '@nestjs/common';
import type { JobDeath } from './job.js';
import { DEAD_QUEUE } from './job-leases.repository.js';
import { QueueDatabase } from './queue-database.js';

/** More jobs of one queue and state than this are not counted. */
export const COUNTED_JOBS_MAX = 10_000;

/** A queue and how many jobs it has, none counted beyond `COUNTED_JOBS_MAX`. */
export type QueueCounts = {
  name: string;
  /** Null while jobs of it may be claimed. */
  pausedAt: Date | null;
  /** Those that do not run: due now, later, or after a failed attempt. */
  waiting: number;
  /** The waiting ones whose last attempt failed. */
  failed: number;
  active: number;
  dead: number;
  /** Since when the one is due that has been for longest; null when none is. */
  oldestDueAt: Date | null;
};

/** Which jobs of a queue; `failed` ones are among those that wait. */
export const LISTED_JOB_STATES = ['waiting', 'failed', 'active', 'dead'] as const;
/** One of `LISTED_JOB_STATES`. */
export type ListedJobState = (typeof LISTED_JOB_STATES)[number];

/** A job as an admin sees it. */
export type ListedJob = {
  id: string;
  state: ListedJobState;
  payload: Record<string, unknown>;
  failedAttempts: number;
  createdAt: Date;
  /** From when on it may run; of one that waits. */
  dueAt: Date | null;
  /** Of one that runs. */
  startedAt: Date | null;
  /** Number of the process that runs it. */
  process: number | null;
  /** Of a dead one. */
  diedAt: Date | null;
  /** Why its last attempt failed, if one did. */
  error: JobDeath | null;
  /** Its place in the list: what `after` takes for the rest. */
  place: readonly string[];
};

/** A part of the jobs in one state. */
export type JobPage = { after: readonly string[] | undefined; limit: number };

const IS_FAILED = `j.state = 'retry' and j.started_on is not null`;
const WAITS = `j.state < 'active' and not j.blocked`;

const COUNTS_SQL = `
  select q.name, p.paused_at as "pausedAt", w.waiting, w.oldest as "oldestDueAt", f.failed, a.active, d.dead
  from jobs.queue q
  left join jobs.paused_queue p on p.name = q.name
  cross join lateral (
    select count(*)::int as waiting, min(start_after) filter (where start_after <= now()) as oldest from (
      select j.start_after from jobs.job j where j.name = q.name and ${WAITS}
      order by j.priority desc, j.created_on limit $2
    ) j
  ) w
  cross join lateral (
    select count(*)::int as failed
    from (select from jobs.job j where j.name = q.name and ${IS_FAILED} limit $2) j
  ) f
  cross join lateral (
    select count(*)::int as active from jobs.lease l where l.job_name = q.name and l.worker_id is not null
  ) a
  cross join lateral (
    select count(*)::int as dead
    from (select from jobs.job j where j.name = '${DEAD_QUEUE}' and j.source_name = q.name limit $2) j
  ) d
  where q.name <> $1 order by q.name`;

const COLUMNS = `j.id, j.data as payload, j.created_on as "createdAt",
  case when ${IS_FAILED} then 'failed' when j.state = 'active' then 'active' else 'waiting' end as state,
  j.retry_count + case when ${IS_FAILED} then 1 else 0 end as "failedAttempts",
  case when j.state < 'active' then j.start_after end as "dueAt",
  case when j.state = 'active' then j.started_on end as "startedAt",
  null::timestamptz as "diedAt",
  case when j.retry_count > 0 or ${IS_FAILED} then j.output end as error`;

/** In the order in which they are claimed. */
const WAITING_SQL = `
  select ${COLUMNS}, null::int as process, array[j.priority::text, j.created_on::text, j.id::text] as place
  from jobs.job j
  where j.name = $1 and ${WAITS} and ($3::int is null or j.priority <= $3)
    and ($3::int is null or j.priority < $3 or (j.created_on, j.id) > ($4::timestamptz, $5::uuid))
  order by j.priority desc, j.created_on, j.id limit $2`;

/** The oldest first. */
const FAILED_SQL = `
  select ${COLUMNS}, null::int as process, array[j.created_on::text, j.id::text] as place
  from jobs.job j
  where j.name = $1 and ${IS_FAILED} and ($3::timestamptz is null or (j.created_on, j.id) > ($3, $4::uuid))
  order by j.created_on, j.id limit $2`;

const ACTIVE_SQL = `
  select ${COLUMNS}, l.worker_id as process, array[j.id::text] as place
  from jobs.lease l join jobs.job j on j.name = l.job_name and j.id = l.job_id
  where l.job_name = $1 and l.worker_id is not null and ($3::uuid is null or l.job_id > $3)
  order by l.job_id limit $2`;

/** The last to die first. */
const DEAD_SQL = `
  select j.id, j.data as payload, 'dead' as state, j.source_created_on as "createdAt", null::timestamptz as "dueAt",
    j.source_retry_count + 1 as "failedAttempts", null::timestamptz as "startedAt", j.created_on as "diedAt",
    j.source_output as error, null::int as process, array[j.created_on::text, j.id::text] as place
  from jobs.job j
  where j.name = '${DEAD_QUEUE}' and j.source_name = $1
    and ($3::timestamptz is null or (j.created_on, j.id) < ($3, $4::uuid))
  order by j.created_on desc, j.id desc limit $2`;

const LISTS: Record<ListedJobState, { sql: string; placeParts: number }> = {
  waiting: { sql: WAITING_SQL, placeParts: 3 },
  failed: { sql: FAILED_SQL, placeParts: 2 },
  active: { sql: ACTIVE_SQL, placeParts: 1 },
  dead: { sql: DEAD_SQL, placeParts: 2 },
};

/** Queues and jobs as admins look at them; quick however many jobs there are. */
@Injectable()
export class JobOverviewRepository {
  constructor(private readonly database: QueueDatabase) {}

  async counts(): Promise<QueueCounts[]> {
    return this.database.query<QueueCounts>(COUNTS_SQL, [DEAD_QUEUE, COUNTED_JOBS_MAX]);
  }

  /** Whether there is such a queue. */
  async has(name: string): Promise<boolean> {
    const rows = await this.database.query('select 1 from jobs.queue where name = $1 and name <> $2', [
      name,
      DEAD_QUEUE,
    ]);
    return rows.length > 0;
  }

  async list(name: string, state: ListedJobState, { after, limit }: JobPage): Promise<ListedJob[]> {
    const { sql, placeParts } = LISTS[state];
    const place = Array.from({ length: placeParts }, (_, at) => after?.[at] ?? null);
    return this.database.query<ListedJob>(sql, [name, limit, ...place]);
  }
}
