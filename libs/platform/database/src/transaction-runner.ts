import { Injectable } from '@nestjs/common';
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { DataSource, type EntityManager } from 'typeorm';
import { asTransaction, refuseInTransaction } from '#libs/platform/runtime';
import { isConflict } from './refusals.js';

/** PostgreSQL ends a transaction that cannot go beside another one; tried again a little later it mostly can. */
const RETRIES = retry(handleWhen(isConflict), {
  maxAttempts: 4,
  backoff: new ExponentialBackoff({ initialDelay: 10, maxDelay: 500 }),
});

/**
 * A running transaction. Services pass it on and never look inside; repositories take its `manager`.
 */
export class TransactionScope {
  private readonly callbacks: (() => void)[] = [];

  constructor(readonly manager: EntityManager) {}

  /** Runs `callback` once the transaction has committed; not at all when it rolls back. */
  afterCommit(callback: () => void): void {
    this.callbacks.push(callback);
  }

  /** For the runner only. */
  committed(): void {
    for (const callback of this.callbacks) callback();
  }
}

/** Runs a use case in one transaction. */
@Injectable()
export class TransactionRunner {
  constructor(private readonly dataSource: DataSource) {}

  /** For single statements: each stands alone, on any free connection. */
  get single(): TransactionScope {
    refuseInTransaction('takes a second connection');
    return new TransactionScope(this.dataSource.manager);
  }

  /**
   * Commits when `work` resolves and rolls back when it throws. After a deadlock or a serialisation failure it is rolled
   * back and run again, so whatever it changes in memory must bear that. While it runs, a statement outside the scope, a
   * stored file or another server throws.
   */
  async run<T>(work: (scope: TransactionScope) => Promise<T>): Promise<T> {
    refuseInTransaction('begins another transaction');
    return RETRIES.execute(() => this.runOnce(work));
  }

  private async runOnce<T>(work: (scope: TransactionScope) => Promise<T>): Promise<T> {
    const { scope, result } = await this.dataSource.transaction(async (manager) => {
      const opened = new TransactionScope(manager);
      return { scope: opened, result: await asTransaction(() => work(opened)) };
    });
    scope.committed();
    return result;
  }
}
