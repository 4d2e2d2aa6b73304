import { Injectable } from '@nestjs/common';
import { type JobDeath, WORKER_LOST_CODE } from './job.js';
import { KEY_TO_GO_ON } from './job-turns.repository.js';
import { QueueDatabase, type SqlRunner } from './queue-database.js';
import { claimLock } from './queue-pauses.repository.js';
import { DUE_CHANNEL, PRESENCE_LOCK_CLASS, WorkerPresence } from './worker-presence.js';

/**
 * Crashes of its process that a job survives without using up an attempt, over all its attempts; each later one counts as a
 * failure. More would let a job that ends its process do so for long; none would blame jobs for the kills of an operator.
 */
const FREE_CRASHES = 2;
const RETENTION = `interval '30 days'`;

/** The queue into which the job library copies a job that has died. */
export const DEAD_QUEUE = 'jobs.dead';

/** Death of a job whose process ended again and again. */
const WORKER_LOST: JobDeath = {
  name: 'WorkerLost',
  message: 'The process that ran the job ended, repeatedly',
  code: WORKER_LOST_CODE,
};

/** A job that this process holds the lease of. */
export type ClaimedJob = {
  id: string;
  name: string;
  data: object;
  /** Attempts that failed before this one. */
  retryCount: number;
  groupId?: string | null;
  /** Of a dead job: the queue it died in, and its last error. */
  sourceName?: string | null;
  sourceId?: string | null;
  sourceOutput?: object | null;
};

type Lease = { id: string; name: string; attempt: number; crashes: number };

/**
 * Jobs that run, and the leases of their processes. The job library has no call to hand a job back without counting a
 * failure, nor one that leaves a job alone whose lease was lost.
 */
@Injectable()
export class JobLeasesRepository {
  constructor(
    private readonly database: QueueDatabase,
    private readonly presence: WorkerPresence,
  ) {}

  /** Claims up to `limit` due jobs, none of a paused queue; at most one of each group runs at a time, over all processes. */
  claim(name: string, limit: number, leaseSeconds: number): Promise<ClaimedJob[]> {
    const isDeadQueue = name === DEAD_QUEUE;
    return this.database.transaction(
      async (db, [paused]) => {
        if (paused) return [];
        const jobs: ClaimedJob[] = await this.database.boss.fetch<object>(name, {
          db,
          batchSize: limit,
          includeMetadata: isDeadQueue,
          groupConcurrency: 1,
        });
        if (jobs.length > 0) await this.lease(db, name, jobs, leaseSeconds);
        return jobs;
      },
      `${claimLock(name)};select name from jobs.paused_queue where name = '${name}'`,
    );
  }

  /** Renews leases and returns the ids of those that this process still holds. */
  async renew(leases: readonly { id: string; leaseSeconds: number }[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }>(
      `update jobs.lease l set expires_at = now() + a.seconds * interval '1 second'
       from unnest($2::uuid[], $3::float8[]) as a(job_id, seconds)
       where l.worker_id = $1 and l.job_id = a.job_id
       returning l.job_id as id`,
      [this.presence.workerId, leases.map(({ id }) => id), leases.map(({ leaseSeconds }) => leaseSeconds)],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Removes finished jobs. One whose lease was lost meanwhile stays: another process runs it. */
  async remove(ids: readonly string[]): Promise<void> {
    await this.database.query(
      `with mine as (
         delete from jobs.lease where worker_id = $1 and job_id = any($2::uuid[]) returning job_name, job_id
       )
       delete from jobs.job j using mine m where j.name = m.job_name and j.id = m.job_id and j.state = 'active'`,
      [this.presence.workerId, ids],
    );
  }

  /**
   * Puts running jobs back to wait, each for its own time, without counting a failure. The failures before it are forgotten
   * for one that goes on.
   */
  async putBack(jobs: readonly { id: string; afterSeconds: number; goesOn: boolean }[]): Promise<void> {
    await this.database.query(
      `with mine as (
         delete from jobs.lease l using unnest($2::uuid[], $3::float8[], $4::boolean[]) as a(job_id, seconds, goes_on)
         where l.worker_id = $1 and l.job_id = a.job_id
         returning l.job_name, l.job_id, a.seconds, a.goes_on
       ), waiting as (
         update jobs.job j set state = 'retry', started_on = null,
           retry_count = case when m.goes_on then 0 else j.retry_count end,
           singleton_key = case when m.goes_on then ${KEY_TO_GO_ON} else j.singleton_key end,
           start_after = now() + m.seconds * interval '1 second',
           keep_until = now() + m.seconds * interval '1 second' + ${RETENTION}
         from mine m where j.name = m.job_name and j.id = m.job_id and j.state = 'active'
         returning j.name, m.seconds
       )
       select pg_notify($5, name) from (select distinct name from waiting where seconds <= 0) due`,
      [
        this.presence.workerId,
        jobs.map(({ id }) => id),
        jobs.map(({ afterSeconds }) => afterSeconds),
        jobs.map(({ goesOn }) => goesOn),
        DUE_CHANNEL,
      ],
    );
  }

  /** Counts a failed attempt: the job waits for the next one, or is dead. */
  fail(job: ClaimedJob, death: JobDeath): Promise<void> {
    return this.database.transaction(async (db) => {
      const { rows } = await db.executeSql(
        'update jobs.lease set worker_id = null where worker_id = $1 and job_id = $2 returning job_id',
        [this.presence.workerId, job.id],
      );
      if (rows.length === 0) return;
      await this.database.boss.fail(job.name, job, death, { db });
      await db.executeSql(FORGET_ENDED_SQL, [[job.id]]);
    });
  }

  /** Marks the notice of a dead job as dealt with and keeps it. */
  keepDead(job: ClaimedJob): Promise<void> {
    return this.database.transaction(async (db) => {
      await db.executeSql('delete from jobs.lease where worker_id = $1 and job_id = $2', [
        this.presence.workerId,
        job.id,
      ]);
      await this.database.boss.complete(job.name, job, undefined, { db });
    });
  }

  /**
   * Takes the jobs of processes that have ended, or have let their lease run out, and puts them back.
   * @returns How many.
   */
  rescue(): Promise<number> {
    return this.database.transaction(async (db) => {
      const { rows: leases } = await db.executeSql<Lease>(RESCUE_SQL, [
        PRESENCE_LOCK_CLASS,
        this.presence.workerId,
      ]);
      if (leases.length === 0) return 0;
      const { rows: kept } = await db.executeSql<{ id: string }>(PUT_BACK_RESCUED_SQL, [
        leases.map(({ id }) => id),
        DUE_CHANNEL,
      ]);
      const putBack = new Set(kept.map(({ id }) => id));
      await this.drop(db, leases, putBack);
      return leases.length;
    });
  }

  private async lease(
    db: SqlRunner,
    name: string,
    jobs: readonly ClaimedJob[],
    leaseSeconds: number,
  ): Promise<void> {
    await db.executeSql(
      `insert into jobs.lease (job_id, job_name, attempt, worker_id, expires_at)
       select a.job_id, $1, a.attempt, $2, now() + $3::float8 * interval '1 second'
       from unnest($4::uuid[], $5::integer[]) as a(job_id, attempt)
       on conflict (job_id) do update set attempt = excluded.attempt, worker_id = excluded.worker_id,
         expires_at = excluded.expires_at`,
      [
        name,
        this.presence.workerId,
        leaseSeconds,
        jobs.map(({ id }) => id),
        jobs.map((job) => job.retryCount),
      ],
    );
  }

  /** Ends the rescued leases whose job has crashed too often, which counts, or has gone meanwhile. */
  private async drop(db: SqlRunner, leases: readonly Lease[], putBack: Set<string>): Promise<void> {
    const dropped = leases.filter(({ id }) => !putBack.has(id));
    if (dropped.length === 0) return;
    for (const { id, name, attempt } of dropped)
      await this.database.boss.fail(name, { id, retryCount: attempt }, WORKER_LOST, { db });
    await db.executeSql(FORGET_ENDED_SQL, [dropped.map(({ id }) => id)]);
  }
}

/** The crashes of a job are remembered while it waits for its next attempt. */
const FORGET_ENDED_SQL = `
  delete from jobs.lease l where l.job_id = any($1::uuid[]) and l.worker_id is null and not exists (
    select from jobs.job j where j.name = l.job_name and j.id = l.job_id and j.state < 'active')`;

/** A process does not take itself for dead while its lock is gone for a moment, as after a lost connection. */
const RESCUE_SQL = `
  update jobs.lease set worker_id = null, crashes = crashes + 1
  where worker_id is not null and (expires_at < now() or (worker_id <> $2 and worker_id not in (
    select objid::bigint from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint = $1
      and database = (select oid from pg_database where datname = current_database()))))
  returning job_id as id, job_name as name, attempt, crashes`;

const PUT_BACK_RESCUED_SQL = `
  with back as (
    update jobs.job j set state = 'retry', started_on = null, start_after = now(), keep_until = now() + ${RETENTION}
    from jobs.lease l
    where l.job_id = any($1::uuid[]) and l.crashes <= ${FREE_CRASHES}
      and j.name = l.job_name and j.id = l.job_id and j.state = 'active'
    returning j.id, j.name
  ), notified as (
    select pg_notify($2, name) from (select distinct name from back) due
  )
  select id, (select count(*) from notified) from back`;
