import { TransactionRunner } from '#libs/platform/database';
import { done, type Job, JobHandler, type JobOutcome } from '#libs/platform/queue';
import { NodeIndexRepository } from '../node-index.repository.js';

/**
 * Keeps the search fast as the catalogue changes: the planner's statistics, how common each word is, and the ranges of
 * best-ranked nodes. No answer depends on it.
 */
@JobHandler({
  name: 'nodes.maintain-search',
  maxAttempts: 3,
  leaseSeconds: 300,
  concurrency: 1,
  every: '1d',
})
export class MaintainSearchJob implements Job<object> {
  constructor(
    private readonly index: NodeIndexRepository,
    private readonly transactions: TransactionRunner,
  ) {}

  async run(): Promise<JobOutcome> {
    await this.index.maintain((work) => this.transactions.run(work));
    return done();
  }
}
