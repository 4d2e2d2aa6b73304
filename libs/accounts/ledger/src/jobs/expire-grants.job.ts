import { v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import { TransactionRunner } from '#libs/platform/database';
import { again, done, type Job, JobHandler, type JobOutcome } from '#libs/platform/queue';
import { GrantsRepository } from '../grants.repository.js';

const BATCH = 200;

@JobHandler({ name: 'ledger.expire-grants', maxAttempts: 3, concurrency: 1, every: '1m' })
export class ExpireGrantsJob implements Job<object> {
  constructor(
    private readonly grants: GrantsRepository,
    private readonly transactions: TransactionRunner,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<JobOutcome> {
    const now = this.clock.now();
    const count = await this.transactions.run(async (scope) => {
      const ended = await this.grants.listEnded(scope, now, BATCH);
      if (ended.length === 0) return 0;
      await this.grants.lockAccounts(
        scope,
        ended.map(({ userId }) => userId),
      );
      await this.grants.expire(
        scope,
        ended.map(({ id }) => ({ id, transferId: uuidv7() })),
        now,
      );
      return ended.length;
    });
    return count === BATCH ? again({ afterSeconds: 0 }) : done();
  }
}
