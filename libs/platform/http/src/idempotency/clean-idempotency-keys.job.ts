import { done, type Job, JobHandler, type JobOutcome } from '#libs/platform/queue';
import { NO_TRANSACTION } from '#libs/platform/database';
import { IdempotencyKeysRepository } from './idempotency-keys.repository.js';

const BATCH = 1_000;

/** Deletes keys whose day is over, in small bites so that no request waits for it. */
@JobHandler({
  name: 'idempotency-keys.clean',
  maxAttempts: 3,
  concurrency: 1,
  every: '15m',
})
export class CleanIdempotencyKeysJob implements Job<object> {
  constructor(private readonly keys: IdempotencyKeysRepository) {}

  async run(): Promise<JobOutcome> {
    while ((await this.keys.deleteExpired(NO_TRANSACTION, BATCH)) === BATCH);
    return done();
  }
}
