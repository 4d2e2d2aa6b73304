import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { DatabaseNotifications, type StatementScope, TransactionScope } from '#libs/platform/database';
import { currentTraceparent } from '#libs/platform/tracing';
import type { JobHandlerClass } from './job.js';
import { JobHandlers } from './job-handlers.js';
import { JobRunner } from './job-runner.js';
import { DUE_CHANNEL, type EnqueueOptions, JobsRepository, type NewJob } from './jobs.repository.js';

/** Adds durable jobs. Their handlers run in any process that runs jobs, at least once. */
@Injectable()
export class JobQueue {
  constructor(
    private readonly handlers: JobHandlers,
    private readonly jobs: JobsRepository,
    private readonly runner: JobRunner,
    private readonly notifications: DatabaseNotifications,
  ) {}

  /** Adds a job; in a transaction it exists when, and only when, that commits. */
  async enqueue<P extends object>(
    scope: StatementScope,
    job: JobHandlerClass<P>,
    payload: P,
    options: EnqueueOptions = {},
  ): Promise<void> {
    await this.enqueueMany(scope, job, [{ payload, options }]);
  }

  /** Adds many jobs, of which no two have the same key. */
  async enqueueMany<P extends object>(
    scope: StatementScope,
    job: JobHandlerClass<P>,
    entries: readonly { payload: P; options?: EnqueueOptions }[],
  ): Promise<void> {
    const handler = this.handlers.require(job);
    await this.jobs.add(scope, handler, entries.map(toJob));
    this.announce(
      scope,
      handler.name,
      entries.map(({ options }) => options?.afterSeconds ?? 0),
    );
  }

  /** @throws Error when the database does not answer. */
  async ping(): Promise<void> {
    await this.jobs.ping();
  }

  /**
   * Makes the waiting job with the id due now, also one that waits for its next attempt.
   * @returns Whether one waits; not while it runs.
   */
  async runNow<P extends object>(job: JobHandlerClass<P>, id: string): Promise<boolean> {
    const { name } = this.handlers.require(job);
    const isWaiting = await this.jobs.makeDue(name, id);
    this.runner.wake(name);
    return isWaiting;
  }

  /** Those of `keys` for which no job waits or runs; for sweeps over rows that must have one. */
  async listWithoutJob<P extends object>(
    job: JobHandlerClass<P>,
    keys: readonly string[],
  ): Promise<string[]> {
    return keys.length === 0 ? [] : this.jobs.listKeysWithoutJob(this.handlers.require(job).name, keys);
  }

  /** All processes hear of jobs that are due now; the others are known in this process at least. */
  private announce(scope: StatementScope, name: string, delays: readonly number[]): void {
    const wake = (): void => {
      for (const delay of new Set(delays)) this.runner.wake(name, delay);
    };
    if (scope instanceof TransactionScope) scope.afterCommit(wake);
    else wake();
    if (delays.some((delay) => delay <= 0)) this.notifications.ring(scope, DUE_CHANNEL, name);
  }
}

function toJob({ payload, options = {} }: { payload: object; options?: EnqueueOptions }): NewJob {
  const { id = uuid(), traceparent = currentTraceparent(), ...rest } = options;
  return { ...rest, id, payload: traceparent === undefined ? payload : { ...payload, traceparent } };
}
