import { Ledger } from '#libs/accounts/ledger';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { done, type Job, JobHandler, type JobOutcome } from '#libs/platform/queue';
import { TasksRepository } from '../tasks.repository.js';

const BATCH = 500;

/**
 * Ends overdue holds whose task has ended or no longer exists, in case the transaction that ended it did not. Holds
 * of running and uncertain tasks stay.
 */
@JobHandler({ name: 'tasks.sweep-holds', maxAttempts: 3, concurrency: 1, every: '10m' })
export class SweepHoldsJob implements Job<object> {
  constructor(
    private readonly ledger: Ledger,
    private readonly tasks: TasksRepository,
    private readonly transactions: TransactionRunner,
  ) {}

  async run(): Promise<JobOutcome> {
    for (let after: string | undefined; ;) {
      const ids = await this.ledger.listOverdue(after, BATCH);
      const ended = await this.tasks.listEndedOf(NO_TRANSACTION, ids);
      const succeeded = ended.filter(({ status }) => status === 'succeeded');
      const others = ended.filter(({ status }) => status !== 'succeeded');
      if (ended.length > 0)
        await this.transactions.run(async (scope) => {
          await this.ledger.settle(scope, succeeded);
          await this.ledger.release(scope, others);
        });
      after = ids.at(-1);
      if (ids.length < BATCH) return done();
    }
  }
}
