import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '#libs/platform/clock';
import { columnsJson, Repository, type StatementScope } from '#libs/platform/database';
import { Rounds } from '#libs/platform/runtime';
import { type JobDeath, type JobHandlerOptions, WORKER_LOST_CODE } from './job.js';
import { CHARGE_SQL, LOCK_MIXED_SQL, SORT_SQL, STEP_AND_CLASS, TURN, TURNS, WAITS } from './job-turns.js';
import { PRESENCE_LOCK_CLASS, QueueDatabase } from './queue-database.js';

/** Carries the name of a queue to which a job was added that is due. */
export const DUE_CHANNEL = 'jobs_due';
/** In place of that name for dead jobs of whose death their handlers are to hear. */
export const UNTOLD_JOBS = 'jobs.dead';

/** When and how a job runs. */
export type EnqueueOptions = {
  /** Earliest start in seconds from now, by the clock of the database; fractions allowed. */
  afterSeconds?: number | undefined;
  /**
   * At most one job with this key waits, for its first run or a later one. A second one is not added; it only brings
   * the first run of the waiting one forward to its own time. A job that runs already does not count.
   */
  key?: string | undefined;
  /**
   * At most one job of a group runs at a time, over all processes, and they start in the order they were added. A job
   * that waits for a second attempt, or for a later time, does not hold the others up.
   */
  group?: string | undefined;
  /** Its id, a UUID that no other job has; for jobs without a key. `runNow` takes it. */
  id?: string | undefined;
  /**
   * Whose job it is, without blanks; only for jobs without a key. Callers with waiting jobs take turns, and a caller whose
   * jobs take long gets fewer, so that the many or long jobs of one do not delay the jobs of others. A caller that waits
   * alone gets every free place.
   */
  share?: string | undefined;
  /** With a `share`: how many turns it gets where one of weight 1 gets one; default 1. */
  weight?: number | undefined;
  /** With a `share`: higher runs first among its jobs; default 0. */
  priority?: number | undefined;
  /** With a `share`: starts only when no other job does that is not so. */
  isLast?: boolean | undefined;
  /** What the job goes on with; by default what runs while it is added. */
  traceparent?: string | undefined;
};

/** A job that is added. */
export type NewJob = EnqueueOptions & { id: string; payload: object };

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

/** How long a live but silent process keeps a job. */
const LEASE = `interval '30 seconds'`;
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
/** Jobs that end while one statement removes others go into the next. */
const REMOVALS = { items: 1_000, rounds: 1 };
const DEAD_KEPT = `interval '14 days'`;

/** `$1` is the name, `$2` the attempts that each gets, `$3` the jobs as JSON. */
const NEW = `
  with new as (
    select *, now() + coalesce(after_seconds, 0) * interval '1 second' as run_at, ${STEP_AND_CLASS}
    from rows from (jsonb_to_recordset($3::jsonb) as (
      id uuid, payload jsonb, key text, "group" text, share text, weight float8, priority integer, is_last boolean,
      after_seconds float8)) with ordinality
  ), ${TURNS}`;
const INSERT = `
  insert into jobs (id, name, payload, key, group_key, share, step, priority, turn, max_attempts, run_at)
  select id, $1, payload, key, "group", n.share, step, coalesce(priority, 0), ${TURN}, $2, run_at
  from new n left join shares using (share, class) left join served using (class)`;
const ADD_SQL = `${NEW} ${INSERT}`;

/** Of the jobs with the key, one that has not run yet is due at the earlier of both times; one that waits to run again stays. */
const ADD_KEYED_SQL = `${NEW}, waiting as (
    update jobs j set run_at = case when has_run then j.run_at else least(j.run_at, n.run_at) end
    from new n where name = $1 and j.key = n.key and ${WAITS} returning j.key
  )
  ${INSERT} where not exists (select from waiting w where w.key = n.key)
  on conflict (name, key) where key is not null and ${WAITS} and not has_run
  do update set run_at = least(jobs.run_at, excluded.run_at)`;

/** One tick of each schedule waits: the next multiple of its duration, by the clock of the database. */
const ADD_TICKS_SQL = `
  insert into jobs (id, name, payload, key, priority, turn, max_attempts, run_at)
  select gen_random_uuid(), name, '{}', 'every', 0, 0, max_attempts,
    date_bin(every, now(), to_timestamp(0)) + extract(epoch from every) * interval '1 second'
  from jsonb_to_recordset($1::jsonb) as schedules(name text, every interval, max_attempts integer)
  where not exists (select from jobs j where j.name = schedules.name and key = 'every' and ${WAITS})
  on conflict do nothing`;

const CLAIM = `worker = $1, lease_until = now() + ${LEASE}, started_at = now()`;
const CLAIMED = `j.id, j.name, j.payload, j.group_key as "groupKey", j.share, j.step, j.max_attempts as "maxAttempts",
  j.failed_attempts as "failedAttempts", j.error`;

/** The due jobs in the order of their turns; of a group the first one, and none while another one of it runs. */
const CLAIM_SQL = `
  with due as (
    select id, group_key, turn, created_at from jobs j
    where name = $2 and ${WAITS} and run_at <= now()
      and not exists (select from job_queues q where q.name = $2 and q.paused_at is not null)
      and (group_key is null or not exists (
        select from jobs r where r.name = $2 and r.group_key = j.group_key and r.worker is not null))
    order by turn, created_at, id limit $3 for update skip locked
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
    select id from jobs where ${IS_UNTOLD} and name = any($2::text[])
    order by run_at limit $3 for update skip locked
  )
  update jobs j set ${CLAIM} from untold u where j.id = u.id returning ${CLAIMED}`;

const RELEASED = 'worker = null, lease_until = null, started_at = null, has_run = true';

/** `$4` says whether the job has asked for it: then the failures before are forgotten. */
const PUT_BACK_SQL = `
  with waiting as (
    update jobs set ${RELEASED}, crashes = 0, run_at = now() + $3 * interval '1 second',
      failed_attempts = case when $4 then 0 else failed_attempts end, error = case when $4 then null else error end
    where id = any($2::uuid[]) and worker = $1 returning name
  )
  select pg_notify('${DUE_CHANNEL}', name) from (select distinct name from waiting where $3::float8 <= 0) due`;

/** The pause before the next attempt doubles each time, with jitter; after the last one the handler hears of the death at once. */
const FAIL_SQL = `
  with failed as (
    update jobs set ${RELEASED}, error = $3, failed_attempts = failed_attempts + 1,
      dead_at = case when failed_attempts + 1 >= max_attempts then now() end,
      run_at = case when failed_attempts + 1 >= max_attempts then now()
        else now() + least(300, 2 ^ failed_attempts * (1 + random())) * interval '1 second' end
    where id = $2 and worker = $1 returning dead_at
  )
  select pg_notify('${DUE_CHANNEL}', '${UNTOLD_JOBS}') from failed where dead_at is not null`;

/**
 * The jobs of processes that have ended, and those whose lease has run out. A process does not take itself for ended while
 * its lock is gone for a moment, as after a lost connection.
 */
const RESCUE_SQL = `
  with lost as (
    select id, crashes >= ${FREE_CRASHES} and dead_at is null as counts from jobs
    where worker is not null and (lease_until < now() or (worker <> $1 and worker not in (
      select objid::bigint from pg_locks
      where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint = ${PRESENCE_LOCK_CLASS}
        and database = (select oid from pg_database where datname = current_database()))))
    for update skip locked
  ), rescued as (
    update jobs j set ${RELEASED}, crashes = crashes + 1, run_at = now(),
      failed_attempts = failed_attempts + counts::int, error = case when counts then $2::jsonb else error end,
      dead_at = case when counts and failed_attempts + 1 >= max_attempts then now() else dead_at end
    from lost where j.id = lost.id returning case when dead_at is null then name else '${UNTOLD_JOBS}' end as name
  ), notified as (
    select pg_notify('${DUE_CHANNEL}', name) from (select distinct name from rescued) due
  )
  select (select count(*) from rescued)::int as count, (select count(*) from notified)`;

/**
 * The life of a job: it is added, claimed, renewed while it runs, and then removed, put back or failed. A job is held by the
 * worker that runs it; a statement about one that is no longer held changes nothing.
 */
@Injectable()
export class JobsRepository extends Repository {
  /** Names this process in leases; random, so it is never used twice. */
  readonly worker = randomInt(1, 2 ** 31 - 1);

  private readonly removals = new Rounds<string, void>(async (ids) => {
    const sql = 'delete from jobs where worker = $1 and id = any($2::uuid[])';
    await this.database.query(sql, [this.worker, ids]);
    return ids.map(() => ({ status: 'fulfilled', value: undefined }));
  }, REMOVALS);

  constructor(
    dataSource: DataSource,
    clock: Clock,
    private readonly database: QueueDatabase,
  ) {
    super(dataSource, clock);
  }

  async add(
    scope: StatementScope,
    { name, maxAttempts }: JobHandlerOptions,
    jobs: readonly NewJob[],
  ): Promise<void> {
    const isKeyed = jobs.some(({ key }) => key !== undefined);
    await this.rows(scope, isKeyed ? ADD_KEYED_SQL : ADD_SQL, [name, maxAttempts, columnsJson(jobs)]);
    const ranked = jobs.filter(({ share, priority }) => share !== undefined && priority !== undefined);
    // All lock shares in the same order. No connection is held to wait for others of a share that needs no sorting.
    const shares = [...new Set(ranked.map(({ share }) => share))].sort();
    if (shares.length > 0 && (await this.hasRow(scope, LOCK_MIXED_SQL, [name, shares])))
      await this.rows(scope, SORT_SQL, [name, shares]);
  }

  /** Adds the next tick of each schedule where none waits. */
  async addTicks(schedules: readonly JobHandlerOptions[]): Promise<void> {
    const ticks = schedules.map(({ name, every, maxAttempts }) => ({ name, every, maxAttempts }));
    await this.database.query(ADD_TICKS_SQL, [columnsJson(ticks)]);
  }

  /** Makes the waiting job with the id due. @returns Whether it waits. */
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
  async claim(name: string, limit: number): Promise<ClaimedJob[]> {
    return await this.database.queryAlone<ClaimedJob>(name, CLAIM_SQL, [this.worker, name, limit]);
  }

  /** Claims up to `limit` dead jobs of whose death their handlers are to hear. */
  async claimDead(names: readonly string[], limit: number): Promise<ClaimedJob[]> {
    return this.database.query<ClaimedJob>(CLAIM_DEAD_SQL, [this.worker, names, limit]);
  }

  /** Renews leases. @returns Which of the jobs this process still holds. */
  async renew(ids: readonly string[]): Promise<Set<string>> {
    const sql = `update jobs set lease_until = now() + ${LEASE} where id = any($2::uuid[]) and worker = $1 returning id`;
    const held = await this.database.query<{ id: string }>(sql, [this.worker, ids]);
    return new Set(held.map(({ id }) => id));
  }

  /** Counts the time that a job took: each whole second costs those that wait for the same share a turn. */
  async charge({ name, share, step }: ClaimedJob, seconds: number): Promise<void> {
    const turns = Math.floor(seconds);
    if (turns === 0 || share === null) return;
    await this.database.queryAlone(`${name} ${share}`, CHARGE_SQL, [name, share, turns, step]);
  }

  /** Removes a job that is done. */
  async finish(id: string): Promise<void> {
    await this.removals.do(id);
  }

  /**
   * Puts jobs back to wait, without counting a failure. All processes hear of one that is due.
   * @param goesOn Whether the failures before are forgotten.
   */
  async putBack(ids: readonly string[], afterSeconds: number, goesOn: boolean): Promise<void> {
    await this.database.query(PUT_BACK_SQL, [this.worker, ids, afterSeconds, goesOn]);
  }

  /** Counts a failed attempt: the job waits for the next one, or is dead. */
  async fail(id: string, error: JobDeath): Promise<void> {
    await this.database.query(FAIL_SQL, [this.worker, id, error]);
  }

  /** The handler of a dead job has heard of it; the job is kept for admins. */
  async settleDead(id: string): Promise<void> {
    const sql = `update jobs set ${RELEASED}, told_at = now() where id = $2 and worker = $1`;
    await this.database.query(sql, [this.worker, id]);
  }

  /** Takes the jobs of processes that have ended, or have let their lease run out, and puts them back. @returns How many. */
  async rescue(): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(RESCUE_SQL, [this.worker, WORKER_LOST]);
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
}
