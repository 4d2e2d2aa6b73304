import { NO_TRANSACTION } from '#libs/platform/database';
import { done, type Job, JobHandler, type JobOutcome } from '#libs/platform/queue';
import { UsageRepository } from './usage.repository.js';

const BATCH = 5_000;

/** Adds the cost of tasks to their days, so that usage is read from few rows. */
@JobHandler({ name: 'ledger.add-usage', maxAttempts: 3, concurrency: 1, every: '1m' })
export class AddUsageJob implements Job<object> {
  constructor(private readonly usage: UsageRepository) {}

  async run(): Promise<JobOutcome> {
    while ((await this.usage.addWaiting(NO_TRANSACTION, BATCH)) === BATCH);
    return done();
  }
}
