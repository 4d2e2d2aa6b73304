import { done, type Job, JobHandler, type JobOutcome } from '#libs/platform/queue';
import { LedgerCheck } from '../ledger-check.js';

@JobHandler({ name: 'ledger.check', maxAttempts: 3, concurrency: 1, every: '1d' })
export class CheckLedgerJob implements Job<object> {
  constructor(private readonly ledger: LedgerCheck) {}

  async run(): Promise<JobOutcome> {
    await this.ledger.check();
    return done();
  }
}
