import { OwnRounds, Rounds } from '#libs/platform/runtime';
import { isDatabaseUnavailable } from './database-unavailable.js';
import { isTimeout } from './refusals.js';
import type { TransactionOptions } from './transaction-runner.js';

/**
 * Two, so that one can gather while the disk writes the other. A commit may hold many items, but after a failure they
 * are all done again.
 */
const SHARED = { items: 32, rounds: 2 };
const OF_ONE_OWNER = { items: 32, rounds: 1 };
/** How long a whole round may wait for a lock. */
const SHARED_WAIT: TransactionOptions = { lockTimeoutMs: 100 };
/** An item that its round did not store. */
const LEFT = Symbol('left');

type Work<Item, Result> = {
  ownerOf(item: Item): string;
  /** Stores items in one transaction, or throws. @returns The results of those it has stored. */
  together(items: readonly Item[], options: TransactionOptions): Promise<ReadonlyMap<Item, Result>>;
  alone(item: Item, options: TransactionOptions): Promise<Result>;
};

/**
 * Stores items that arrive at the same time in one transaction, of any owner. What that transaction does not
 * store is retried alone, in a line per owner that uses one connection at a time. So an owner whose lock is taken
 * does not hold up others, and one bad item does not make others fail.
 */
export class SharedRounds<Item, Result> {
  private readonly shared = new Rounds((items: readonly Item[]) => this.storeShared(items), SHARED);
  private readonly lines = new OwnRounds((items: readonly Item[]) => this.storeInLine(items), OF_ONE_OWNER);

  constructor(private readonly work: Work<Item, Result>) {}

  /**
   * @throws what happened to the item alone; if the database went away, the error of the whole round, as its commit
   * may have succeeded.
   */
  async do(item: Item): Promise<Result> {
    const owner = this.work.ownerOf(item);
    const result = this.lines.has(owner) ? LEFT : await this.shared.do(item);
    return result === LEFT ? this.lines.do(owner, item) : result;
  }

  private async storeShared(items: readonly Item[]): Promise<PromiseSettledResult<Result | typeof LEFT>[]> {
    const free = items.filter((item) => !this.lines.has(this.work.ownerOf(item)));
    const stored = await this.storeFree(free);
    return items.map((item) => stored.get(item) ?? { status: 'fulfilled', value: LEFT });
  }

  private async storeFree(items: readonly Item[]): Promise<Map<Item, PromiseSettledResult<Result>>> {
    const [only, ...others] = items;
    if (only === undefined || others.length > 0) return this.together(items, SHARED_WAIT);
    const result = await settled(this.work.alone(only, SHARED_WAIT));
    const isLocked = result.status === 'rejected' && isTimeout(result.reason);
    return new Map(isLocked ? [] : [[only, result]]);
  }

  private async storeInLine(items: readonly Item[]): Promise<PromiseSettledResult<Result>[]> {
    const stored = items.length === 1 ? undefined : await this.together(items, {});
    const results: PromiseSettledResult<Result>[] = [];
    for (const item of items) results.push(stored?.get(item) ?? (await settled(this.work.alone(item, {}))));
    return results;
  }

  private async together(
    items: readonly Item[],
    options: TransactionOptions,
  ): Promise<Map<Item, PromiseSettledResult<Result>>> {
    if (items.length === 0) return new Map();
    try {
      const stored = await this.work.together(items, options);
      return new Map([...stored].map(([item, value]) => [item, { status: 'fulfilled', value }]));
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      return new Map();
    }
  }
}

async function settled<T>(work: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [result] = await Promise.allSettled([work]);
  return result;
}
