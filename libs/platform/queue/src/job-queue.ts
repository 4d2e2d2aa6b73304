import { Injectable } from '@nestjs/common';
import type { JobInsert } from 'pg-boss';
import { v7 as uuid } from 'uuid';
import {
  DatabaseNotifications,
  type StatementScope,
  TransactionRunner,
  TransactionScope,
} from '#libs/platform/database';
import { currentTraceparent } from '#libs/platform/tracing';
import { DueTimers } from './due-timers.js';
import { findJobHandlerOptions, type JobHandlerClass } from './job.js';
import { JobTurnsRepository, sharedKey } from './job-turns.repository.js';
import { type JobStats, JobsRepository } from './jobs.repository.js';
import { runnerIn } from './queue-database.js';
import { DUE_CHANNEL } from './worker-presence.js';

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
  /** Its id, a UUID, that no other job of the name has; for jobs without a key. `runNow` takes it. */
  id?: string;
  /**
   * Whom the job is for, without blanks; for jobs without a key. Those for whom jobs wait take turns, fewer when their
   * jobs take long, so that the many or long jobs of one hold up nobody else's; where only one waits, every free place
   * is theirs.
   */
  share?: string;
  /** With a `share`: how many turns it gets where one of weight 1 gets one; default 1. */
  weight?: number;
  /** What the job goes on with; by default what runs while it is added. */
  traceparent?: string | undefined;
  /** With a `share`: starts only when no other job does that is not so. */
  isLast?: boolean;
};

/** Adds durable jobs. Their handlers run in any process that runs jobs, at least once. */
@Injectable()
export class JobQueue {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly jobs: JobsRepository,
    private readonly timers: DueTimers,
    private readonly turns: JobTurnsRepository,
    private readonly notifications: DatabaseNotifications,
  ) {}

  /**
   * Adds a job; in a transaction it exists when, and only when, that commits.
   * @returns The id of the job, or of the one that waits with the same key.
   */
  async enqueue<P extends object>(
    scope: StatementScope,
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
    scope: StatementScope,
    job: JobHandlerClass<P>,
    entries: readonly { payload: P; options?: EnqueueOptions }[],
  ): Promise<string[]> {
    const name = requireName(job);
    const db = runnerIn({ manager: this.transactions.managerOf(scope) });
    const ids: string[] = [];
    const unkeyed: JobInsert[] = [];
    const turns = await this.turns.take(
      db,
      name,
      entries.map(({ options = {} }) => ({ ...options, isDue: delaySeconds(options) <= 0 })),
    );
    for (const [at, { payload, options = {} }] of entries.entries()) {
      const insert = toInsert(payload, options);
      const turn = turns[at];
      if (turn !== undefined) insert.priority = -turn;
      if (options.key === undefined) unkeyed.push(insert);
      ids.push(options.key === undefined ? insert.id : await this.jobs.addKeyed(db, name, insert));
    }
    if (unkeyed.length > 0) await this.jobs.add(db, name, unkeyed);
    this.announce(
      scope,
      name,
      entries.map(({ options = {} }) => delaySeconds(options)),
    );
    return ids;
  }

  /** @throws Error when the database does not answer. */
  async ping(): Promise<void> {
    await this.jobs.ping();
  }

  /** Counts per job name; reads the whole table, so at most every few seconds. */
  async stats(): Promise<JobStats[]> {
    return this.jobs.stats();
  }

  /**
   * Makes the waiting job with the id due now, also one that waits for its next attempt.
   * @returns Whether one waits; not while it runs.
   */
  async runNow<P extends object>(job: JobHandlerClass<P>, id: string): Promise<boolean> {
    const name = requireName(job);
    const isWaiting = await this.jobs.makeDue(name, id);
    this.timers.wake(name);
    return isWaiting;
  }

  /** Those of `keys` for which no job waits or runs; for sweeps over rows that must have one. */
  async listWithoutJob<P extends object>(
    job: JobHandlerClass<P>,
    keys: readonly string[],
  ): Promise<string[]> {
    return keys.length === 0 ? [] : this.jobs.listKeysWithoutJob(requireName(job), keys);
  }

  /** All processes hear of jobs that are due now; the others are known in this process at least. */
  private announce(scope: StatementScope, name: string, delays: readonly number[]): void {
    const wake = (): void => {
      for (const delay of new Set(delays)) this.timers.wake(name, delay);
    };
    if (scope instanceof TransactionScope) scope.afterCommit(wake);
    else wake();
    if (delays.some((delay) => delay <= 0)) this.notifications.ring(scope, DUE_CHANNEL, name);
  }
}

function requireName(job: object): string {
  const options = findJobHandlerOptions(job);
  if (!options) throw new Error('The class is no job handler; decorate it with @JobHandler');
  return options.name;
}

function delaySeconds({ runAt, afterSeconds }: EnqueueOptions): number {
  return runAt ? (runAt.getTime() - Date.now()) / 1_000 : (afterSeconds ?? 0);
}

/** A key is unique among waiting jobs of a name, so a job without one takes its id for it, after whom it is for. */
function toInsert(payload: object, options: EnqueueOptions): JobInsert & { id: string } {
  const { traceparent = currentTraceparent() } = options;
  const id = options.id ?? uuid();
  return {
    id,
    data: traceparent === undefined ? payload : { ...payload, traceparent },
    startAfter: Math.max(0, Math.round(delaySeconds(options) * 1_000) / 1_000),
    singletonKey: options.key ?? sharedKey(id, options),
    ...(options.group === undefined ? {} : { group: { id: options.group } }),
    ...(options.priority === undefined ? {} : { priority: options.priority }),
  };
}
