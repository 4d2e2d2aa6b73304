import { Injectable } from '@nestjs/common';
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { asTransaction, refuseInTransaction } from '#libs/platform/runtime';
import { isConflict } from './refusals.js';
import { managerOf, type StatementScope, TransactionScope } from './statement-scope.js';

/** PostgreSQL ends a transaction that cannot go beside another one; tried again a little later it mostly can. */
const RETRIES = retry(handleWhen(isConflict), {
  maxAttempts: 4,
  backoff: new ExponentialBackoff({ initialDelay: 10, maxDelay: 500 }),
});

export type TransactionOptions = {
  /** Longest time that one of its statements may wait for a lock. */
  lockTimeoutMs?: number;
};

/** Runs a use case in one transaction. */
@Injectable()
export class TransactionRunner {
  /** How many have ended in this process, either way. It rises before the caller learns of the end. */
  ended = 0;

  constructor(private readonly dataSource: DataSource) {}

  /** The manager of the transaction, or one that takes any free connection. */
  managerOf(scope: StatementScope): EntityManager {
    return managerOf(this.dataSource, scope);
  }

  /**
   * Commits when `work` resolves and rolls back when it throws. After a deadlock or a serialisation failure it is rolled
   * back and run again, so whatever it changes in memory must bear that. While it runs, a statement outside the scope, a
   * stored file or another server throws.
   */
  async run<T>(work: (scope: TransactionScope) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    refuseInTransaction('begins another transaction');
    return RETRIES.execute(() => this.runOnce(work, options));
  }

  private async runOnce<T>(
    work: (scope: TransactionScope) => Promise<T>,
    { lockTimeoutMs }: TransactionOptions,
  ): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const scope = new TransactionScope(runner.manager);
    let result: T;
    try {
      await runner.connect();
      begin(runner, lockTimeoutMs);
      result = await asTransaction(async () => {
        const made = await work(scope);
        await scope.finish();
        return made;
      });
      await runner.commitTransaction();
    } catch (error) {
      await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      this.ended += 1;
      await runner.release();
    }
    scope.committed();
    return result;
  }
}

/** Sent and not waited for: it fails with its connection only, and then what follows fails too. */
function begin(runner: QueryRunner, lockTimeoutMs: number | undefined): void {
  // TypeORM then does not begin the transaction itself.
  Object.assign(runner, { isTransactionActive: true });
  runner.query('start transaction').catch(() => undefined);
  if (lockTimeoutMs !== undefined)
    runner.query(`set local lock_timeout = ${lockTimeoutMs}`).catch(() => undefined);
}
