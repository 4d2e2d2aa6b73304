import { Injectable } from '@nestjs/common';
import type { JobInsert } from 'pg-boss';
import { v7 as uuid } from 'uuid';
import { TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { DueTimers } from './due-timers.js';
import { findJobHandlerOptions, type JobHandlerClass } from './job.js';
import { DEAD_QUEUE } from './job-store.js';
import { JobTurns, sharedKey } from './job-turns.js';
import { QueueDatabase, type SqlRunner } from './queue-database.js';

/** When and how a job runs. */
export type EnqueueOptions = {
  /** Earliest start. */
  runAt?: Date;
  /** Earliest start in seconds from now, by the clock of the database; fractions allowed. */
  afterSeconds?: number;
  /**
   * At most one job with this key waits, for its first run or a later one. A second one is not added; it only brings
   * the first run of the waiting one forward to its own time. A job that runs already does not count.
   */
  key?: string;
  /**
   * At most one job of a group runs at a time, over all processes, and they start in the order they were added. A job
   * that waits for a second attempt, or for a later time, does not hold the others up.
   */
  group?: string;
  /** Higher runs first; default 0. With a `share`, among the jobs of the same one only. */
  priority?: number;
  /**
   * Whom the job is for, without blanks; for jobs without a key. Those for whom jobs wait take turns, fewer when their
   * jobs take long, so that the many or long jobs of one hold up nobody else's; where only one waits, every free place
   * is theirs.
   */
  share?: string;
  /** With a `share`: starts only when no other job does that is not so. */
  isLast?: boolean;
};

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

const POLL_MS = 10;

/** Adds durable jobs. Their handlers run in any process that runs jobs, at least once. */
@Injectable()
export class JobQueue {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly database: QueueDatabase,
    private readonly timers: DueTimers,
    private readonly turns: JobTurns,
  ) {}

  /**
   * Adds a job; with a scope it exists when, and only when, the transaction commits.
   * @returns The id of the job, or of the one that waits with the same key.
   */
  async enqueue<P extends object>(
    scope: TransactionScope | undefined,
    job: JobHandlerClass<P>,
    payload: P,
    options: EnqueueOptions = {},
  ): Promise<string> {
    const [id] = await this.enqueueMany(scope, job, [{ payload, options }]);
    if (id === undefined) throw new Error('The job was not added');
    return id;
  }

  /**
   * Adds many jobs in few statements.
   * @returns Their ids in the same order.
   */
  async enqueueMany<P extends object>(
    scope: TransactionScope | undefined,
    job: JobHandlerClass<P>,
    entries: readonly { payload: P; options?: EnqueueOptions }[],
  ): Promise<string[]> {
    const name = requireName(job);
    const db = this.runner(scope);
    const ids: string[] = [];
    const unkeyed: JobInsert[] = [];
    for (const { payload, options = {} } of entries) {
      const insert = toInsert(payload, options);
      const { share } = options;
      if (share !== undefined) insert.priority = -(await this.turns.take(db, name, { ...options, share }));
      if (options.key === undefined) unkeyed.push(insert);
      ids.push(options.key === undefined ? insert.id : await this.addKeyed(db, name, insert));
    }
    if (unkeyed.length > 0) await this.database.boss.insert(name, unkeyed, { db });
    for (const { options = {} } of entries) this.announce(scope, name, options);
    return ids;
  }

  /** @throws Error when the store of the jobs does not answer. */
  async ping(): Promise<void> {
    await this.database.query('select 1 from jobs.queue limit 1');
  }

  /** Counts per job name; reads the whole table, so at most every few seconds. */
  async stats(): Promise<JobStats[]> {
    return this.database.query<JobStats>(
      `select q.name, coalesce(j.waiting, 0) as waiting, coalesce(j.due, 0) as due, coalesce(j.active, 0) as active,
         coalesce(j.oldest_due, 0)::float8 as "oldestDueSeconds",
         coalesce(d.failed, 0) as failed
       from jobs.queue q
       left join (
         select name, count(*) filter (where state < 'active')::int as waiting,
           count(*) filter (where state < 'active' and start_after <= now())::int as due,
           count(*) filter (where state = 'active')::int as active,
           extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now()))
             as oldest_due
         from jobs.job group by name
       ) j using (name)
       left join (
         select source_name as name, count(*)::int as failed from jobs.job where name = $1 group by source_name
       ) d using (name)
       where q.name <> $1 order by q.name`,
      [DEAD_QUEUE],
    );
  }

  /**
   * For tests: resolves when no job is running or due; jobs due later do not count.
   * @throws Error naming the jobs that are left after `timeoutMs`, default 60,000.
   */
  async drain({ timeoutMs = 60_000 }: { timeoutMs?: number } = {}): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const rest = await this.listOpen();
      if (rest.length === 0) return;
      if (Date.now() > deadline) throw new Error(`Jobs are left: ${rest.join(', ')}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /**
   * Makes the job that waits with the key due now, also one that waits to run again. For news that it waits for; a job
   * that waits after a failure is made due too.
   * @returns Whether one waits; not while it runs.
   */
  async hasten<P extends object>(job: JobHandlerClass<P>, key: string): Promise<boolean> {
    const name = requireName(job);
    const rows = await this.database.query(
      `update jobs.job set start_after = least(start_after, now())
       where name = $1 and singleton_key = $2 and state < 'active' returning id`,
      [name, key],
    );
    this.timers.ring(name);
    return rows.length > 0;
  }

  /** Those of `keys` for which no job waits or runs; for sweeps over rows that must have one. */
  async listWithoutJob<P extends object>(
    job: JobHandlerClass<P>,
    keys: readonly string[],
  ): Promise<string[]> {
    if (keys.length === 0) return [];
    const rows = await this.database.query<{ key: string }>(
      `select k.key from unnest($2::text[]) as k(key) where not exists (
         select from jobs.job j where j.name = $1 and j.singleton_key = k.key and j.state <= 'active')`,
      [requireName(job), keys],
    );
    return rows.map(({ key }) => key);
  }

  /** For tests: makes every waiting job due now, such as retries and polls. */
  async hurry(): Promise<void> {
    const rows = await this.database.query<{ name: string }>(
      `update jobs.job set start_after = now() where state < 'active' and start_after > now() returning name`,
    );
    for (const { name } of rows) this.timers.ring(name);
  }

  /** A job waiting with the key is kept; otherwise this one is added. */
  private async addKeyed(db: SqlRunner, name: string, insert: JobInsert & { id: string }): Promise<string> {
    for (;;) {
      const { rows } = await db.executeSql<{ id: string }>(KEEP_WAITING_SQL, [
        name,
        insert.singletonKey,
        insert.startAfter ?? 0,
      ]);
      if (rows[0]) return rows[0].id;
      const added = await this.database.boss.insert(name, [insert], { db, returnId: true });
      if (added?.[0]) return added[0];
    }
  }

  private runner(scope: TransactionScope | undefined): SqlRunner {
    const { manager } = scope ?? this.transactions.single;
    return {
      executeSql: async <Row>(text: string, values?: unknown[]) => ({
        rows: await manager.query<Row[]>(text, values),
      }),
    };
  }

  /** The database tells new jobs that are due; what it does not tell is known in this process at least. */
  private announce(scope: TransactionScope | undefined, name: string, options: EnqueueOptions): void {
    const afterSeconds = delaySeconds(options);
    if (afterSeconds <= 0 && options.key === undefined) return;
    const tell = () => (afterSeconds > 0 ? this.timers.set(name, afterSeconds) : this.timers.ring(name));
    if (scope) scope.afterCommit(tell);
    else tell();
  }

  private async listOpen(): Promise<string[]> {
    const rows = await this.database.query<{ text: string }>(
      `select name || ' ' || id || ' ' || state as text from jobs.job
       where state = 'active' or (state < 'active' and start_after <= now()) order by created_on limit 20`,
    );
    return rows.map(({ text }) => text);
  }
}

/** A select around the update: the ORM hands back bare rows of a select only. */
const KEEP_WAITING_SQL = `
  with waiting as (
    select j.name, j.id from jobs.job j
    where j.name = $1 and j.state = 'created' and coalesce(j.singleton_key, '') = $2::text and j.policy = 'short'
    union all
    select j.name, j.id from jobs.job j where j.name = $1 and j.state = 'retry' and j.singleton_key = $2::text
    limit 1
  ), kept as (
    update jobs.job j set start_after = case when j.state = 'created'
      then least(j.start_after, now() + $3::float8 * interval '1 second') else j.start_after end
    from waiting w where j.name = w.name and j.id = w.id and j.state < 'active'
    returning j.id
  )
  select id from kept`;

function requireName(job: object): string {
  const options = findJobHandlerOptions(job);
  if (!options) throw new Error('The class is no job handler; decorate it with @JobHandler');
  return options.name;
}

function delaySeconds({ runAt, afterSeconds }: EnqueueOptions): number {
  return runAt ? (runAt.getTime() - Date.now()) / 1_000 : (afterSeconds ?? 0);
}

/** A key is unique among waiting jobs of a name, so a job without one takes its id for it, behind whom it is for. */
function toInsert(payload: object, options: EnqueueOptions): JobInsert & { id: string } {
  const id = uuid();
  return {
    id,
    data: payload,
    startAfter: Math.max(0, Math.round(delaySeconds(options) * 1_000) / 1_000),
    singletonKey: options.key ?? sharedKey(id, options),
    ...(options.group === undefined ? {} : { group: { id: options.group } }),
    ...(options.priority === undefined ? {} : { priority: options.priority }),
  };
}
