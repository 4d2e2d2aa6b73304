import { Injectable } from '@nestjs/common';
import { type TransactionScope, TransactionRunner } from '#libs/platform/database';
import { JobRegistry } from './job-registry.js';
import { JobAdminRepository } from './job-admin.repository.js';
import {
  JobOverviewRepository,
  type JobPage,
  type ListedJob,
  type ListedJobState,
  type QueueCounts,
} from './job-overview.repository.js';
import { QueuePausesRepository } from './queue-pauses.repository.js';
import { runnerIn } from './queue-database.js';

/** A queue with the rules of its handler; without them when this version of the service has no handler of that name. */
export type QueueOverview = QueueCounts & {
  rules?: { maxAttempts: number; every: string | undefined };
};

/** Which jobs are to be tried again at once. */
export type RetriedState = 'failed' | 'dead';

/** The queue as admins look at it and change it. */
@Injectable()
export class JobAdmin {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly registry: JobRegistry,
    private readonly overview: JobOverviewRepository,
    private readonly jobs: JobAdminRepository,
    private readonly pauses: QueuePausesRepository,
  ) {}

  /** Every queue by name. */
  async listQueues(): Promise<QueueOverview[]> {
    const handlers = this.registry.list();
    return (await this.overview.counts()).map((counts) => {
      const options = handlers.get(counts.name)?.options;
      return options
        ? { ...counts, rules: { maxAttempts: options.maxAttempts, every: options.every } }
        : counts;
    });
  }

  /** Whether there is such a queue. */
  async hasQueue(name: string): Promise<boolean> {
    return this.overview.has(name);
  }

  async listJobs(name: string, state: ListedJobState, page: JobPage): Promise<ListedJob[]> {
    return this.overview.list(name, state, page);
  }

  /** @returns Whether it was not paused before. What runs goes on. */
  async pause(scope: TransactionScope, name: string): Promise<boolean> {
    return this.pauses.pause(this.runner(scope), name);
  }

  /** @returns Whether it was paused. */
  async resume(scope: TransactionScope, name: string): Promise<boolean> {
    return this.pauses.resume(this.runner(scope), name);
  }

  /**
   * Has one that waits run now, or a dead one run anew.
   * @returns Which it was; undefined when there is no such job, or it runs.
   */
  async retry(scope: TransactionScope, name: string, id: string): Promise<'waiting' | 'dead' | undefined> {
    const db = this.runner(scope);
    if ((await this.jobs.makeDue(db, { name, id })) > 0) return 'waiting';
    return (await this.jobs.revive(db, { name, id })) > 0 ? 'dead' : undefined;
  }

  /** As `retry`, for as many as one statement touches. @returns How many. */
  async retryAll(scope: TransactionScope, name: string, state: RetriedState): Promise<number> {
    const db = this.runner(scope);
    return state === 'failed' ? this.jobs.makeDue(db, { name }) : this.jobs.revive(db, { name });
  }

  /**
   * Gives one up that waits, as though its attempts were used up, or takes a dead one off the list.
   * @returns Which it was; undefined when there is no such job, or it runs.
   */
  async drop(scope: TransactionScope, name: string, id: string): Promise<'waiting' | 'dead' | undefined> {
    const db = this.runner(scope);
    if (await this.jobs.kill(db, name, id)) return 'waiting';
    return (await this.jobs.deleteDead(db, name, id)) ? 'dead' : undefined;
  }

  /** Whether the job runs at the moment. */
  async isActive(scope: TransactionScope, name: string, id: string): Promise<boolean> {
    return this.jobs.isActive(this.runner(scope), name, id);
  }

  private runner(scope: TransactionScope): ReturnType<typeof runnerIn> {
    return runnerIn({ manager: this.transactions.managerOf(scope) });
  }
}
