import { Injectable } from '@nestjs/common';
import { AuditLog } from '#libs/accounts/audit';
import { NO_TRANSACTION, type TransactionScope, TransactionRunner } from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import {
  COUNTED_JOBS_MAX,
  JobAdminRepository,
  type JobPlace,
  type ListedJob,
  type ListedJobState,
  type QueueOverview,
  RETRIED_JOBS_MAX,
} from '#libs/platform/queue';
import { JobActive, JobNotFound, QueueNotFound } from './operations.errors.js';

export type JobListing = { state: ListedJobState; after: JobPlace | undefined; limit: number };

@Injectable()
export class QueueAdminService {
  constructor(
    private readonly jobs: JobAdminRepository,
    private readonly transactions: TransactionRunner,
    private readonly audit: AuditLog,
  ) {}

  async list(): Promise<QueueOverview[]> {
    return this.jobs.listQueues(NO_TRANSACTION, COUNTED_JOBS_MAX);
  }

  /** @throws QueueNotFound */
  async listJobs(queue: string, { state, ...page }: JobListing): Promise<ListedJob[]> {
    const listed = await this.jobs.listJobs(NO_TRANSACTION, queue, state, page);
    if (listed.length === 0) await this.require(queue);
    return listed;
  }

  /** Stops all processes from starting jobs of the queue until it is resumed. @throws QueueNotFound */
  async setPaused(principal: Principal, queue: string, isPaused: boolean, reason: string): Promise<void> {
    await this.require(queue);
    await this.transactions.run(async (scope) => {
      if (!(await this.jobs.setPaused(scope, queue, isPaused))) return;
      await this.audit.record(scope, principal, isPaused ? 'queue.pause' : 'queue.resume', queue, {
        reason,
        before: { paused: !isPaused },
        after: { paused: isPaused },
      });
    });
  }

  /** @throws QueueNotFound, JobNotFound, JobActive */
  async retry(principal: Principal, queue: string, jobId: string): Promise<void> {
    await this.require(queue);
    await this.transactions.run(async (scope) => {
      const was = await this.jobs.retry(scope, queue, jobId);
      if (!was) throw await this.whyNot(scope, queue, jobId);
      await this.audit.record(scope, principal, 'queue.retry_job', queue, { after: { job: jobId, was } });
    });
  }

  /**
   * Retries as many jobs as one call may handle.
   * @returns How many, and whether there are more.
   * @throws QueueNotFound
   */
  async retryAll(
    principal: Principal,
    queue: string,
    state: 'failed' | 'dead',
  ): Promise<{ retried: number; hasMore: boolean }> {
    await this.require(queue);
    return this.transactions.run(async (scope) => {
      const retried = await this.jobs.retryAll(scope, queue, state);
      if (retried > 0)
        await this.audit.record(scope, principal, 'queue.retry_all', queue, {
          after: { was: state, retried },
        });
      return { retried, hasMore: retried === RETRIED_JOBS_MAX };
    });
  }

  /** @throws QueueNotFound, JobNotFound, JobActive */
  async drop(principal: Principal, queue: string, jobId: string): Promise<void> {
    await this.require(queue);
    await this.transactions.run(async (scope) => {
      const was = await this.jobs.drop(scope, queue, jobId);
      if (!was) throw await this.whyNot(scope, queue, jobId);
      await this.audit.record(scope, principal, 'queue.drop_job', queue, { before: { job: jobId, was } });
    });
  }

  private async whyNot(scope: TransactionScope, queue: string, jobId: string): Promise<Error> {
    return (await this.jobs.isActive(scope, queue, jobId)) ? new JobActive() : new JobNotFound();
  }

  private async require(queue: string): Promise<void> {
    if (!(await this.jobs.hasQueue(NO_TRANSACTION, queue))) throw new QueueNotFound();
  }
}
