import { NO_TRANSACTION } from '#libs/platform/database';
import { done, type Job, JobHandler, type JobOutcome } from '#libs/platform/queue';
import { StorageFiguresRepository } from '../storage-figures.repository.js';

/** Counts the stored files, for the page of admins. */
@JobHandler({
  name: 'operations.measure-storage',
  maxAttempts: 3,
  leaseSeconds: 60,
  concurrency: 1,
  every: '15m',
})
export class MeasureStorageJob implements Job<object> {
  constructor(private readonly figures: StorageFiguresRepository) {}

  async run(): Promise<JobOutcome> {
    await this.figures.measure(NO_TRANSACTION);
    return done();
  }
}
