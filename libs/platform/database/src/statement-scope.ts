import type { DataSource, EntityManager } from 'typeorm';
import { refuseInTransaction } from '#libs/platform/runtime';

/** For single statements, on any free connection. Refused while a transaction waits for them. */
export const NO_TRANSACTION = Symbol('no transaction');

/** A running transaction. Services pass it on and never look inside; repositories take its `manager`. */
export class TransactionScope {
  private readonly callbacks: (() => void)[] = [];
  private readonly lastWork: (() => Promise<void>)[] = [];

  constructor(readonly manager: EntityManager) {}

  /** Runs `callback` once the transaction has committed; not at all when it rolls back. */
  afterCommit(callback: () => void): void {
    this.callbacks.push(callback);
  }

  /** Runs `work` in the transaction, after all else of it: for what is better done once for many changes. */
  beforeCommit(work: () => Promise<void>): void {
    this.lastWork.push(work);
  }

  /** For the runner only. */
  async finish(): Promise<void> {
    for (const work of this.lastWork) await work();
  }

  /** For the runner only. */
  committed(): void {
    for (const callback of this.callbacks) callback();
  }
}

/** Where a statement runs: in the transaction of the caller, or by itself. */
export type StatementScope = TransactionScope | typeof NO_TRANSACTION;

/** @throws Error for `NO_TRANSACTION` within a transaction. */
export function managerOf(dataSource: DataSource, scope: StatementScope): EntityManager {
  if (scope !== NO_TRANSACTION) return scope.manager;
  refuseInTransaction('takes a second connection');
  return dataSource.manager;
}
