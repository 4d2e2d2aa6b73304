import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

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
    return new TransactionScope(this.dataSource.manager);
  }

  /** Commits when `work` resolves and rolls back when it throws. */
  async run<T>(work: (scope: TransactionScope) => Promise<T>): Promise<T> {
    let scope: TransactionScope | undefined;
    const result = await this.dataSource.transaction((manager) => {
      scope = new TransactionScope(manager);
      return work(scope);
    });
    scope?.committed();
    return result;
  }
}
