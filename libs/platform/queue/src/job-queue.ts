import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import {
  DatabaseNotifications,
  NO_TRANSACTION,
  type StatementScope,
  TransactionScope,
} from '#libs/platform/database';
import { currentTraceparent } from '#libs/platform/tracing';
import { DueTimers } from './due-timers.js';
import type { JobHandlerClass, JobHandlerOptions } from './job.js';
import { JobAdminRepository, type JobStats } from './job-admin.repository.js';
import { JobRegistry } from './job-registry.js';
import { JobTurnsRepository, stepOf } from './job-turns.repository.js';
import { JobsRepository, type NewJob } from './jobs.repository.js';
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
  /** Its id, a UUID that no other job has; for jobs without a key. `runNow` takes it. */
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
    private readonly registry: JobRegistry,
    private readonly jobs: JobsRepository,
    private readonly turns: JobTurnsRepository,
    private readonly overview: JobAdminRepository,
    private readonly timers: DueTimers,
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
    const handler = this.registry.require(job);
    const { name } = handler;
    const delays = entries.map(({ options = {} }) => delaySeconds(options));
    const turns = await this.turns.take(
      scope,
      name,
      entries.map(({ options }, at) => ({ ...options, isDue: (delays[at] ?? 0) <= 0 })),
    );
    const jobs = entries.map(({ payload, options = {} }, at) => ({
      ...toJob(payload, options, handler),
      turn: turns[at] ?? 0,
      afterSeconds: Math.max(0, delays[at] ?? 0),
    }));
    const [unkeyed, ids] = [jobs.filter(({ key }) => key === undefined), jobs.map(({ id }) => id)];
    if (unkeyed.length > 0) await this.jobs.add(scope, name, unkeyed);
    for (const [at, one] of jobs.entries())
      if (one.key !== undefined) ids[at] = await this.jobs.addKeyed(scope, name, one);
    this.announce(scope, name, delays);
    return ids;
  }

  /** @throws Error when the database does not answer. */
  async ping(): Promise<void> {
    await this.jobs.ping();
  }

  /** Counts per job name; reads the whole table, so at most every few seconds. */
  async stats(): Promise<JobStats[]> {
    return this.overview.stats(NO_TRANSACTION);
  }

  /**
   * Makes the waiting job with the id due now, also one that waits for its next attempt.
   * @returns Whether one waits; not while it runs.
   */
  async runNow<P extends object>(job: JobHandlerClass<P>, id: string): Promise<boolean> {
    const { name } = this.registry.require(job);
    const isWaiting = await this.jobs.makeDue(name, id);
    this.timers.wake(name);
    return isWaiting;
  }

  /** Those of `keys` for which no job waits or runs; for sweeps over rows that must have one. */
  async listWithoutJob<P extends object>(
    job: JobHandlerClass<P>,
    keys: readonly string[],
  ): Promise<string[]> {
    return keys.length === 0 ? [] : this.jobs.listKeysWithoutJob(this.registry.require(job).name, keys);
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

function delaySeconds({ runAt, afterSeconds }: EnqueueOptions): number {
  return runAt ? (runAt.getTime() - Date.now()) / 1_000 : (afterSeconds ?? 0);
}

function toJob(
  payload: object,
  { id = uuid(), traceparent = currentTraceparent(), ...options }: EnqueueOptions,
  { maxAttempts }: JobHandlerOptions,
): Omit<NewJob, 'turn' | 'afterSeconds'> {
  const { key, group, share, weight, priority = 0 } = options;
  return {
    id,
    payload: traceparent === undefined ? payload : { ...payload, traceparent },
    key,
    groupKey: group,
    share,
    step: share === undefined ? undefined : stepOf(weight),
    priority,
    maxAttempts,
  };
}
