import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '#libs/platform/clock';
import {
  DatabaseNotifications,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import type { JobDeath, JobHandlerOptions } from './job.js';
import { JobRegistry } from './job-registry.js';
import { WAITS } from './jobs.repository.js';
import { LOCK_SQL } from './queue-database.js';
import { DUE_CHANNEL, UNTOLD_JOBS } from './worker-presence.js';

/** Jobs that one statement touches at most. */
export const RETRIED_JOBS_MAX = 10_000;
/** More jobs of one queue and state than this are not counted. */
export const COUNTED_JOBS_MAX = 10_000;

/** How many jobs of one name there are. */
export type JobStats = {
  name: string;
  /** Not running; due now or later. */
  waiting: number;
  /** The waiting ones that are due now. */
  due: number;
  /** How long the one has been due that has been for longest; 0 when none is. */
  oldestDueSeconds: number;
  active: number;
  /** Dead in the last 14 days. */
  failed: number;
};

/** A queue and how many jobs it has, none counted beyond `COUNTED_JOBS_MAX`. */
export type QueueOverview = {
  name: string;
  /** None when this version of the service has no handler of that name. */
  rules: JobHandlerOptions | undefined;
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

/** Which jobs are to be tried again at once. */
export type RetriedState = 'failed' | 'dead';

/** Death of a job that an admin has dropped. */
const DROPPED: JobDeath = { name: 'JobDropped', message: 'An admin dropped the job', code: 'dropped' };

const FAILED = `${WAITS} and failed_attempts > 0`;
const ACTIVE = 'worker is not null and dead_at is null';
const DEAD = 'dead_at is not null';

const counted = (which: string): string =>
  `(select count(*)::int from (select from jobs where name = q.name and ${which} limit $1) j)`;
const COUNTS_SQL = `
  select q.name, q.paused_at, w.waiting, w.oldest_due_at, ${counted(FAILED)} as failed, ${counted(ACTIVE)} as active,
    ${counted(DEAD)} as dead
  from job_queues q cross join lateral (
    select count(*)::int as waiting, min(run_at) filter (where run_at <= now()) as oldest_due_at from (
      select run_at from jobs where name = q.name and ${WAITS} order by turn, created_at limit $1
    ) j
  ) w order by q.name`;

const STATS_SQL = `
  select q.name, count(*) filter (where ${WAITS} and id is not null)::int as waiting,
    count(*) filter (where ${WAITS} and run_at <= now())::int as due, count(*) filter (where ${ACTIVE})::int as active,
    coalesce(extract(epoch from now() - min(run_at) filter (where ${WAITS} and run_at <= now())), 0)::float8
      as oldest_due_seconds,
    count(*) filter (where ${DEAD})::int as failed
  from job_queues q left join jobs j on j.name = q.name group by q.name order by q.name`;

/** The lists: which jobs, and by which columns they are in order. */
const LISTS: Record<ListedJobState, { sql: string; parts: number }> = {
  waiting: listOf(WAITS, { turn: 'int', created_at: 'timestamptz', id: 'uuid' }),
  failed: listOf(FAILED, { created_at: 'timestamptz', id: 'uuid' }),
  active: listOf(ACTIVE, { id: 'uuid' }),
  dead: listOf(DEAD, { dead_at: 'timestamptz', id: 'uuid' }, true),
};

function listOf(
  which: string,
  order: Record<string, string>,
  isDescending = false,
): { sql: string; parts: number } {
  const columns = Object.keys(order);
  const after = Object.values(order).map((type, at) => `$${at + 3}::${type}`);
  const sql = `
    select id, payload, failed_attempts, created_at, error, case when ${DEAD} then 'dead' when ${ACTIVE} then 'active'
        when ${FAILED} then 'failed' else 'waiting' end as state,
      case when ${WAITS} then run_at end as due_at, case when ${ACTIVE} then started_at end as started_at,
      case when ${ACTIVE} then worker end as process, dead_at as died_at,
      array[${columns.map((column) => `${column}::text`).join(', ')}] as place
    from jobs where name = $1 and ${which}
      and (${after[0]} is null or (${columns.join(', ')}) ${isDescending ? '<' : '>'} (${after.join(', ')}))
    order by ${columns.map((column) => `${column} ${isDescending ? 'desc' : 'asc'}`).join(', ')} limit $2`;
  return { sql, parts: columns.length };
}

const CHOICE = `limit ${RETRIED_JOBS_MAX} for update skip locked`;
const MAKE_DUE_SQL = `
  with chosen as (
    select id from jobs where name = $1 and ${WAITS} and (id = $2 or ($2::uuid is null and ${FAILED})) ${CHOICE}
  )
  update jobs j set run_at = least(run_at, now()) from chosen c where j.id = c.id returning 1`;

/** A waiting job with the key of a dead one does in its place. */
const IS_REPLACED = `exists (select from jobs w where w.name = j.name and w.key = j.key and w.worker is null and w.dead_at is null)`;
const REVIVE_SQL = `
  with chosen as (
    select id from jobs where name = $1 and ${DEAD} and worker is null and ($2::uuid is null or id = $2) ${CHOICE}
  ), revived as (
    update jobs j set dead_at = null, told_at = null, failed_attempts = 0, crashes = 0, error = null, run_at = now()
    from chosen c where j.id = c.id and not ${IS_REPLACED}
  ), forgotten as (
    delete from jobs j using chosen c where j.id = c.id and ${IS_REPLACED}
  )
  select 1 from chosen`;

const KILL_SQL = `
  update jobs set dead_at = now(), run_at = now(), failed_attempts = max_attempts, has_run = true, error = $3
  where name = $1 and id = $2 and ${WAITS} returning 1`;

/** Queues and jobs as admins look at them, quick however many there are, and what admins do to them. */
@Injectable()
export class JobAdminRepository extends Repository {
  constructor(
    dataSource: DataSource,
    clock: Clock,
    private readonly registry: JobRegistry,
    private readonly notifications: DatabaseNotifications,
  ) {
    super(dataSource, clock);
  }

  /** Every queue by name. */
  async listQueues(scope: StatementScope): Promise<QueueOverview[]> {
    const handlers = this.registry.list();
    const counts = await this.rows<QueueOverview>(scope, COUNTS_SQL, [COUNTED_JOBS_MAX]);
    return counts.map((queue) => ({ ...queue, rules: handlers.get(queue.name)?.options }));
  }

  /** How many jobs there are of each name. Reads the whole table. */
  async stats(scope: StatementScope): Promise<JobStats[]> {
    return this.rows<JobStats>(scope, STATS_SQL);
  }

  async hasQueue(scope: StatementScope, name: string): Promise<boolean> {
    return this.hasRow(scope, 'select 1 from job_queues where name = $1', [name]);
  }

  async listJobs(
    scope: StatementScope,
    name: string,
    state: ListedJobState,
    { after, limit }: JobPage,
  ): Promise<ListedJob[]> {
    const { sql, parts } = LISTS[state];
    const place = Array.from({ length: parts }, (_, at) => after?.[at] ?? null);
    return this.rows<ListedJob>(scope, sql, [name, limit, ...place]);
  }

  /** From the end of the transaction on no process begins a job of the queue. @returns Whether it was not paused before. */
  async pause(scope: TransactionScope, name: string): Promise<boolean> {
    // A claim of before ends first.
    await this.rows(scope, LOCK_SQL, [name]);
    const sql = 'update job_queues set paused_at = now() where name = $1 and paused_at is null returning 1';
    return this.hasRow(scope, sql, [name]);
  }

  /** @returns Whether it was paused. */
  async resume(scope: TransactionScope, name: string): Promise<boolean> {
    const sql =
      'update job_queues set paused_at = null where name = $1 and paused_at is not null returning 1';
    return (await this.announced(scope, name, sql, [name])) > 0;
  }

  /**
   * Has one that waits run now, or a dead one run again, with all its attempts.
   * @returns Which it was; undefined when there is no such job, or it runs.
   */
  async retry(scope: TransactionScope, name: string, id: string): Promise<'waiting' | 'dead' | undefined> {
    if ((await this.announced(scope, name, MAKE_DUE_SQL, [name, id])) > 0) return 'waiting';
    return (await this.announced(scope, name, REVIVE_SQL, [name, id])) > 0 ? 'dead' : undefined;
  }

  /** As `retry`, for up to `RETRIED_JOBS_MAX` jobs of the state. @returns How many. */
  async retryAll(scope: TransactionScope, name: string, state: RetriedState): Promise<number> {
    return this.announced(scope, name, state === 'failed' ? MAKE_DUE_SQL : REVIVE_SQL, [name, null]);
  }

  /**
   * Has one that waits die as though its attempts were used up, so that its handler hears of it, or forgets a dead one.
   * @returns Which it was; undefined when there is no such job, or it runs.
   */
  async drop(scope: TransactionScope, name: string, id: string): Promise<'waiting' | 'dead' | undefined> {
    if ((await this.announced(scope, UNTOLD_JOBS, KILL_SQL, [name, id, DROPPED])) > 0) return 'waiting';
    const sql = `delete from jobs where name = $1 and id = $2 and ${DEAD} and worker is null returning 1`;
    return (await this.hasRow(scope, sql, [name, id])) ? 'dead' : undefined;
  }

  /** Whether a process works on the job, or tells its handler of its death. */
  async isActive(scope: TransactionScope, name: string, id: string): Promise<boolean> {
    const sql = 'select 1 from jobs where name = $1 and id = $2 and worker is not null';
    return this.hasRow(scope, sql, [name, id]);
  }

  /** All processes hear of a change to jobs of `name`. @returns How many were changed. */
  private async announced(
    scope: TransactionScope,
    name: string,
    sql: string,
    values: unknown[],
  ): Promise<number> {
    const { length } = await this.rows(scope, sql, values);
    if (length > 0) await this.notifications.notify(scope, DUE_CHANNEL, name);
    return length;
  }
}
