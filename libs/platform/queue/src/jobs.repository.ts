import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '#libs/platform/clock';
import { columnsJson, Repository, type StatementScope } from '#libs/platform/database';
import { type JobDeath, WORKER_LOST_CODE } from './job.js';
import { QueueDatabase } from './queue-database.js';
import { DUE_CHANNEL, PRESENCE_LOCK_CLASS, UNTOLD_JOBS, WorkerPresence } from './worker-presence.js';

/** A job that is added. */
export type NewJob = {
  id: string;
  payload: object;
  key?: string | undefined;
  groupKey?: string | undefined;
  share?: string | undefined;
  step?: number | undefined;
  priority: number;
  turn: number;
  afterSeconds: number;
  maxAttempts: number;
};

/** A job that this process runs. */
export type ClaimedJob = {
  id: string;
  name: string;
  payload: object;
  groupKey: string | null;
  share: string | null;
  step: number | null;
  maxAttempts: number;
  failedAttempts: number;
  /** Why the last attempt failed, if one did. */
  error: JobDeath | null;
};

/** How a running job is put back to wait, without counting a failure. */
export type PutBack = {
  id: string;
  afterSeconds: number;
  /** It has asked for it: the failures before are forgotten. */
  goesOn: boolean;
};

/** Neither running nor dead. */
export const WAITS = 'worker is null and dead_at is null';

/**
 * Crashes of its process that a job survives without using up an attempt; each later one counts as a failure. More would let
 * a job that ends its process do so for long; none would blame jobs for the kills of an operator.
 */
const FREE_CRASHES = 2;
const WORKER_LOST: JobDeath = {
  name: 'WorkerLost',
  message: 'The process that ran the job ended, repeatedly',
  code: WORKER_LOST_CODE,
};
const DEAD_KEPT = `interval '14 days'`;

const COLUMNS = `id, name, payload, key, group_key, share, step, priority, turn, max_attempts`;
/** `$1` is the name, `$2` the jobs as JSON. */
const ADD_SQL = `
  insert into jobs (${COLUMNS}, run_at)
  select id, $1, payload, key, group_key, share, step, priority, turn, max_attempts,
    now() + after_seconds * interval '1 second'
  from jsonb_to_recordset($2::jsonb) as j(
    id uuid, payload jsonb, key text, group_key text, share text, step integer, priority integer, turn integer,
    max_attempts integer, after_seconds float8)`;

/** Of the jobs with the key, one that has not run yet is due at the earlier of both times; one that waits to run again stays. */
const ADD_KEYED_SQL = `
  with waiting as (
    update jobs set run_at = case when has_run then run_at else least(run_at, now() + $4 * interval '1 second') end
    where name = $1 and key = $3 and ${WAITS} returning id
  ), added as (
    ${ADD_SQL} where not exists (select from waiting)
    on conflict (name, key) where key is not null and ${WAITS} and not has_run do update set run_at = least(jobs.run_at, excluded.run_at)
    returning id
  )
  select id from waiting union all select id from added limit 1`;

const CLAIM = `worker = $1, lease_until = now() + $2 * interval '1 second', started_at = now()`;
const CLAIMED = `j.id, j.name, j.payload, j.group_key as "groupKey", j.share, j.step, j.max_attempts as "maxAttempts",
  j.failed_attempts as "failedAttempts", j.error`;

/** The due jobs in the order of their turns; of a group the first one, and none while another one of it runs. */
const CLAIM_SQL = `
  with due as (
    select id, group_key, turn, created_at from jobs j
    where name = $3 and ${WAITS} and run_at <= now()
      and not exists (select from job_queues q where q.name = $3 and q.paused_at is not null)
      and (group_key is null or not exists (
        select from jobs r where r.name = $3 and r.group_key = j.group_key and r.worker is not null))
    order by turn, created_at, id limit $4 for update skip locked
  ), firsts as (
    select distinct on (coalesce(group_key, id::text)) id from due
    order by coalesce(group_key, id::text), turn, created_at, id
  ), claimed as (
    update jobs j set ${CLAIM} from firsts f where j.id = f.id returning j.*
  )
  select ${CLAIMED} from claimed j order by turn, created_at, id`;

/** A dead job of whose death its handler is to hear now. */
const IS_UNTOLD = 'dead_at is not null and told_at is null and worker is null and run_at <= now()';
const CLAIM_DEAD_SQL = `
  with untold as (
    select id from jobs where ${IS_UNTOLD} and name = any($3::text[])
    order by run_at limit $4 for update skip locked
  )
  update jobs j set ${CLAIM} from untold u where j.id = u.id returning ${CLAIMED}`;

const RELEASED = 'worker = null, lease_until = null, started_at = null, has_run = true';

const PUT_BACK_SQL = `
  with waiting as (
    update jobs j set ${RELEASED}, crashes = 0, run_at = now() + a.seconds * interval '1 second',
      failed_attempts = case when a.goes_on then 0 else failed_attempts end,
      error = case when a.goes_on then null else error end
    from unnest($2::uuid[], $3::float8[], $4::boolean[]) as a(id, seconds, goes_on)
    where j.id = a.id and worker = $1 returning name, seconds
  )
  select pg_notify($5, name) from (select distinct name from waiting where seconds <= 0) due`;

/** `$4` is the pause before the next attempt; after the last one the handler hears of the death at once. */
const FAIL_SQL = `
  update jobs set ${RELEASED}, error = $3, failed_attempts = failed_attempts + 1,
    dead_at = case when failed_attempts + 1 >= max_attempts then now() end,
    run_at = now() + case when failed_attempts + 1 >= max_attempts then 0 else $4::float8 end * interval '1 second'
  where id = $2 and worker = $1 returning 1`;

/** The handler could not take the death: it hears of it again after as long as it has been dead, at most an hour. */
const FAIL_DEAD_SQL = `
  update jobs set ${RELEASED}, run_at = now() + least(greatest(now() - dead_at, interval '1 second'), interval '1 hour')
  where id = $2 and worker = $1`;

/**
 * The jobs of processes that have ended, and those whose lease has run out. A process does not take itself for ended while
 * its lock is gone for a moment, as after a lost connection.
 */
const RESCUE_SQL = `
  with rescued as (
    update jobs set ${RELEASED}, crashes = crashes + 1, run_at = now(),
      failed_attempts = case when crashes < ${FREE_CRASHES} or dead_at is not null then failed_attempts else failed_attempts + 1 end,
      error = case when crashes < ${FREE_CRASHES} or dead_at is not null then error else $2::jsonb end,
      dead_at = case when crashes < ${FREE_CRASHES} or failed_attempts + 1 < max_attempts then dead_at
        else coalesce(dead_at, now()) end
    where worker is not null and (lease_until < now() or (worker <> $1 and worker not in (
      select objid::bigint from pg_locks
      where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint = ${PRESENCE_LOCK_CLASS}
        and database = (select oid from pg_database where datname = current_database()))))
    returning name
  ), notified as (
    select pg_notify('${DUE_CHANNEL}', name) from (select distinct name from rescued) due
  )
  select (select count(*) from rescued)::int as count, (select count(*) from notified)`;

/** The life of a job: it is added, claimed, renewed while it runs, and then removed, put back or failed. */
@Injectable()
export class JobsRepository extends Repository {
  constructor(
    dataSource: DataSource,
    clock: Clock,
    private readonly database: QueueDatabase,
    private readonly presence: WorkerPresence,
  ) {
    super(dataSource, clock);
  }

  /** Adds jobs without keys. */
  async add(scope: StatementScope, name: string, jobs: readonly NewJob[]): Promise<void> {
    await this.rows(scope, ADD_SQL, [name, columnsJson(jobs)]);
  }

  /**
   * Adds a job unless one waits with its key.
   * @returns The id of the one that waits now.
   */
  async addKeyed(scope: StatementScope, name: string, job: NewJob): Promise<string> {
    const values = [name, columnsJson([job]), job.key, job.afterSeconds];
    const waiting = await this.row<{ id: string }>(scope, ADD_KEYED_SQL, values);
    return waiting?.id ?? job.id;
  }

  /** Makes a waiting job due. @returns Whether it waits. */
  async makeDue(name: string, id: string): Promise<boolean> {
    const sql = `update jobs set run_at = least(run_at, now()) where name = $1 and id = $2 and ${WAITS} returning 1`;
    return (await this.database.query(sql, [name, id])).length > 0;
  }

  async listKeysWithoutJob(name: string, keys: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ key: string }>(
      `select k.key from unnest($2::text[]) as k(key)
       where not exists (select from jobs j where j.name = $1 and j.key = k.key and j.dead_at is null)`,
      [name, keys],
    );
    return rows.map(({ key }) => key);
  }

  /** Those of `names` that have a due job and are not paused, and `UNTOLD_JOBS` where there is one of these. */
  async listDue(names: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ name: string }>(
      `select name from job_queues q where name = any($1::text[]) and paused_at is null
         and exists (select from jobs j where j.name = q.name and ${WAITS} and run_at <= now())
       union all select '${UNTOLD_JOBS}' where exists (select from jobs where ${IS_UNTOLD})`,
      [names],
    );
    return rows.map(({ name }) => name);
  }

  /** Claims up to `limit` due jobs, none of a paused queue; at most one of each group runs at a time, over all processes. */
  async claim(name: string, limit: number, leaseSeconds: number): Promise<ClaimedJob[]> {
    const values = [this.presence.workerId, leaseSeconds, name, limit];
    return await this.database.queryAlone<ClaimedJob>(name, CLAIM_SQL, values);
  }

  /** Claims up to `limit` dead jobs of whose death their handlers are to hear. */
  async claimDead(names: readonly string[], limit: number, leaseSeconds: number): Promise<ClaimedJob[]> {
    const values = [this.presence.workerId, leaseSeconds, names, limit];
    return this.database.query<ClaimedJob>(CLAIM_DEAD_SQL, values);
  }

  /** Renews leases and returns the ids of those that this process still holds. */
  async renew(leases: readonly { id: string; leaseSeconds: number }[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }>(
      `update jobs j set lease_until = now() + a.seconds * interval '1 second'
       from unnest($2::uuid[], $3::float8[]) as a(id, seconds) where j.id = a.id and j.worker = $1 returning j.id`,
      [this.presence.workerId, leases.map(({ id }) => id), leases.map(({ leaseSeconds }) => leaseSeconds)],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Removes finished jobs. One whose lease was lost meanwhile stays: another process runs it. */
  async remove(ids: readonly string[]): Promise<void> {
    const sql = 'delete from jobs where worker = $1 and id = any($2::uuid[])';
    await this.database.query(sql, [this.presence.workerId, ids]);
  }

  /** Puts a running job back to wait. All processes hear of one that is due. */
  async putBack(jobs: readonly PutBack[]): Promise<void> {
    await this.database.query(PUT_BACK_SQL, [
      this.presence.workerId,
      jobs.map(({ id }) => id),
      jobs.map(({ afterSeconds }) => afterSeconds),
      jobs.map(({ goesOn }) => goesOn),
      DUE_CHANNEL,
    ]);
  }

  /** Counts a failed attempt: the job waits for the next one, or is dead. */
  async fail(id: string, error: JobDeath, afterSeconds: number): Promise<void> {
    await this.database.query(FAIL_SQL, [this.presence.workerId, id, error, afterSeconds]);
  }

  /** Has the handler of a dead job hear of it again later. */
  async failDead(id: string): Promise<void> {
    await this.database.query(FAIL_DEAD_SQL, [this.presence.workerId, id]);
  }

  /** The handler of a dead job has heard of it; the job is kept for admins. */
  async settleDead(id: string): Promise<void> {
    const sql = `update jobs set ${RELEASED}, told_at = now() where id = $2 and worker = $1`;
    await this.database.query(sql, [this.presence.workerId, id]);
  }

  /** Takes the jobs of processes that have ended, or have let their lease run out, and puts them back. @returns How many. */
  async rescue(): Promise<number> {
    const values = [this.presence.workerId, WORKER_LOST];
    const [row] = await this.database.query<{ count: number }>(RESCUE_SQL, values);
    return row?.count ?? 0;
  }

  /** Forgets jobs that have been dead for long. */
  async deleteOldDead(): Promise<void> {
    await this.database.query(`delete from jobs where dead_at < now() - ${DEAD_KEPT} and worker is null`);
  }

  /** Notes that there are queues of these names. */
  async ensureQueues(names: readonly string[]): Promise<void> {
    const sql = 'insert into job_queues (name) select unnest($1::text[]) on conflict do nothing';
    await this.database.query(sql, [names]);
  }

  /** @throws Error when the database does not answer. */
  async ping(): Promise<void> {
    await this.database.query('select from job_queues limit 1');
  }

  /** The time by the clock of the database. */
  async now(): Promise<Date> {
    const [row] = await this.database.query<{ now: Date }>('select now()');
    return row?.now ?? new Date();
  }
}
