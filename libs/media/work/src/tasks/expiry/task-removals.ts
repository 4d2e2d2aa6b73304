import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION, type TransactionScope } from '#libs/platform/database';
import { JobQueue } from '#libs/platform/queue';
import { RemoveResultsJob } from './remove-results.job.js';
import { type RemovedTasks, type StoredResults, TaskExpiryRepository } from './task-expiry.repository.js';

/** Tasks that expire because an admin needs the room, although they were to be kept longer. */
@Injectable()
export class TaskRemovals {
  constructor(
    private readonly tasks: TaskExpiryRepository,
    private readonly queue: JobQueue,
  ) {}

  /** What these tasks have stored, and the users who have most. */
  async measure(removed: RemovedTasks, usersMax: number): Promise<StoredResults> {
    return this.tasks.measure(NO_TRANSACTION, removed, usersMax);
  }

  /** Expires them in a job. */
  async start(scope: TransactionScope, { endedBefore, userId }: RemovedTasks): Promise<void> {
    await this.queue.enqueue(scope, RemoveResultsJob, { endedBefore: endedBefore.toISOString(), userId });
  }
}
