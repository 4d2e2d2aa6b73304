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
import { JobHandlers } from './job-handlers.js';
import { WAITS } from './job-turns.js';
import { DUE_CHANNEL, UNTOLD_JOBS } from './jobs.repository.js';
import { lockSql } from './queue-database.js';

/** Jobs that one statement touches at most. */
export const RETRIED_JOBS_MAX = 10_000;
/** Admins are not shown higher counts, so that a list is quick however many jobs there are. */
export const COUNTED_JOBS_MAX = 10_000;

/** A queue and how many jobs it has; `due` and `failed` ones are among those that wait. */
export type QueueOverview = {
  name: string;
  /** None when this version of the service has no handler of that name. */
  rules: JobHandlerOptions | undefined;
  pausedAt: Date | null;
  waiting: number;
  due: number;
  failed: number;
  active: number;
  dead: number;
  oldestDueAt: Date | null;
  nextRunAt: Date | null;
};

/** Which jobs of a queue; `failed` ones are among those that wait. */
export const LISTED_JOB_STATES = ['waiting', 'failed', 'active', 'dead'] as const;
export type ListedJobState = (typeof LISTED_JOB_STATES)[number];

/** What an admin sees of a job. */
export type ListedJob = {
  id: string;
  payload: Record<string, unknown>;
  createdAt: Date;
  /** From when on it may run. */
  runAt: Date;
  failedAttempts: number;
  /** Why its last attempt failed, if one did. */
  error: JobDeath | null;
  /** Number of the process that runs it, or tells its handler of its death. */
  worker: number | null;
  startedAt: Date | null;
  deadAt: Date | null;
  place: JobPlace;
};

/** What the order of the lists goes by. */
export type JobPlace = { turn: number; created_at: string; dead_at: string | null; id: string };

/** Death of a job that an admin has dropped. */
const DROPPED: JobDeath = { name: 'JobDropped', message: 'An admin dropped the job', code: 'dropped' };

const FAILED = `${WAITS} and failed_attempts > 0`;
const ACTIVE = 'worker is not null and dead_at is null';
const DEAD = 'dead_at is not null';

const counted = (which: string): string =>
  `(select count(*)::int from (select from jobs where name = q.name and ${which} limit $1) j)`;
const COUNTS_SQL = `
  select q.*, w.*, ${counted(FAILED)} as failed, ${counted(ACTIVE)} as active, ${counted(DEAD)} as dead
  from job_queues q cross join lateral (
    select count(*)::int as waiting, count(*) filter (where run_at <= now())::int as due,
      min(run_at) filter (where run_at <= now()) as oldest_due_at, min(run_at) as next_run_at
    from (select run_at from jobs where name = q.name and ${WAITS} order by turn, created_at limit $1) j
  ) w order by q.name`;

/** The lists: which jobs, and their order. */
const LISTS: Record<ListedJobState, string> = {
  waiting: listSql(WAITS, ['turn', 'created_at', 'id']),
  failed: listSql(FAILED, ['created_at', 'id']),
  active: listSql(ACTIVE, ['id']),
  dead: listSql(DEAD, ['dead_at', 'id'], 'desc'),
};

function listSql(which: string, columns: string[], direction: 'asc' | 'desc' = 'asc'): string {
  return `
    select id, payload, created_at, run_at, failed_attempts, error, worker, started_at, dead_at,
      jsonb_build_object('turn', turn, 'created_at', created_at, 'dead_at', dead_at, 'id', id) as place
    from jobs where name = $1 and ${which} and ($3::jsonb is null or
      (${columns}) ${direction === 'desc' ? '<' : '>'} (select ${columns} from jsonb_populate_record(null::jobs, $3)))
    order by ${columns.map((column) => `${column} ${direction}`).join(', ')} limit $2`;
}

/** `$2` is the id of a job; null for all of the state. */
const chosen = (which: string): string => `
  with chosen as (
    select id from jobs where name = $1 and ${which} limit ${RETRIED_JOBS_MAX} for update skip locked
  )`;
const MAKE_DUE_SQL = `${chosen(`${WAITS} and (id = $2 or ($2::uuid is null and ${FAILED}))`)}
  update jobs j set run_at = least(run_at, now()) from chosen c where j.id = c.id returning 1`;

/** A waiting job with the key of a dead one does in its place. */
const IS_REPLACED = `exists (select from jobs w where w.name = j.name and w.key = j.key and w.worker is null and w.dead_at is null)`;
const REVIVE_SQL = `${chosen(`${DEAD} and worker is null and ($2::uuid is null or id = $2)`)}, revived as (
    update jobs j set dead_at = null, told_at = null, failed_attempts = 0, crashes = 0, error = null, run_at = now()
    from chosen c where j.id = c.id and not ${IS_REPLACED}
  ), forgotten as (
    delete from jobs j using chosen c where j.id = c.id and ${IS_REPLACED}
  )
  select 1 from chosen`;

const KILL_SQL = `
  update jobs set dead_at = now(), run_at = now(), failed_attempts = max_attempts, has_run = true, error = $3
  where name = $1 and id = $2 and ${WAITS} returning 1`;
const FORGET_SQL = `delete from jobs where name = $1 and id = $2 and ${DEAD} and worker is null returning 1`;

/** Queues and jobs as admins look at them, quick however many there are, and what admins do to them. */
@Injectable()
export class JobAdminRepository extends Repository {
  constructor(
    dataSource: DataSource,
    clock: Clock,
    private readonly handlers: JobHandlers,
    private readonly notifications: DatabaseNotifications,
  ) {
    super(dataSource, clock);
  }

  /** Every queue by name. @param most Counts end there; without it the whole table is read. */
  async listQueues(scope: StatementScope, most?: number): Promise<QueueOverview[]> {
    const handlers = this.handlers.all();
    const counts = await this.rows<QueueOverview>(scope, COUNTS_SQL, [most ?? null]);
    return counts.map((queue) => ({ ...queue, rules: handlers.get(queue.name) }));
  }

  async hasQueue(scope: StatementScope, name: string): Promise<boolean> {
    return this.hasRow(scope, 'select 1 from job_queues where name = $1', [name]);
  }

  /** @param after The place of the last job before them. */
  async listJobs(
    scope: StatementScope,
    name: string,
    state: ListedJobState,
    { after, limit }: { after: JobPlace | undefined; limit: number },
  ): Promise<ListedJob[]> {
    return this.rows<ListedJob>(scope, LISTS[state], [name, limit, after ?? null]);
  }

  /**
   * From the end of the transaction on no process begins a job of a queue that is paused.
   * @returns Whether that changes anything.
   */
  async setPaused(scope: TransactionScope, name: string, isPaused: boolean): Promise<boolean> {
    // A claim of before ends first.
    await this.rows(scope, lockSql(), [name]);
    const sql = `update job_queues set paused_at = case when $2 then now() end
      where name = $1 and (paused_at is null) = $2 returning 1`;
    return (await this.announced(scope, name, sql, [name, isPaused])) > 0;
  }

  /**
   * Has one that waits run now, or a dead one run again, with all its attempts.
   * @returns Which it was; undefined when there is no such job, or it is active.
   */
  async retry(scope: TransactionScope, name: string, id: string): Promise<'waiting' | 'dead' | undefined> {
    if ((await this.announced(scope, name, MAKE_DUE_SQL, [name, id])) > 0) return 'waiting';
    return (await this.announced(scope, name, REVIVE_SQL, [name, id])) > 0 ? 'dead' : undefined;
  }

  /** As `retry`, for up to `RETRIED_JOBS_MAX` jobs of the state. @returns How many. */
  async retryAll(scope: TransactionScope, name: string, state: 'failed' | 'dead'): Promise<number> {
    return this.announced(scope, name, state === 'failed' ? MAKE_DUE_SQL : REVIVE_SQL, [name, null]);
  }

  /**
   * Has one that waits die as though its attempts were used up, so that its handler hears of it, or forgets a dead one.
   * @returns As `retry`.
   */
  async drop(scope: TransactionScope, name: string, id: string): Promise<'waiting' | 'dead' | undefined> {
    if ((await this.announced(scope, UNTOLD_JOBS, KILL_SQL, [name, id, DROPPED])) > 0) return 'waiting';
    return (await this.hasRow(scope, FORGET_SQL, [name, id])) ? 'dead' : undefined;
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
