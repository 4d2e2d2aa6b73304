import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
};

/** Does the items of a round and says of each, in the same order, what became of it. When it throws, all fail. */
export type RoundWork<Item, Result> = (
  items: readonly Item[],
) => Promise<readonly PromiseSettledResult<Result>[]>;

/** Items in a round, and rounds at a time. */
export type RoundLimits = { items: number; rounds: number };

/**
 * Does together what comes at the same time. What comes while as many rounds go on as may waits for the next one, and is
 * done with all that came meanwhile; what comes alone is done at once.
 */
export class Rounds<Item, Result> {
  private readonly waiting: Waiting<Item, Result>[] = [];
  /** A round belongs to nobody's request. */
  private readonly outside = AsyncLocalStorage.snapshot();
  private running = 0;

  constructor(
    private readonly work: RoundWork<Item, Result>,
    private readonly most: RoundLimits,
  ) {}

  /** Resolves or rejects with what the item's round says of it. */
  do(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.running >= this.most.rounds) return;
      this.running += 1;
      this.outside(() => void this.runAll());
    });
  }

  private async runAll(): Promise<void> {
    // Others of the same turn of the event loop come along.
    await setImmediate();
    while (this.waiting.length > 0) await this.run(this.waiting.splice(0, this.most.items));
    // In the same turn as the last look at `waiting`: what is added later begins anew.
    this.running -= 1;
  }

  private async run(round: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.work(round.map(({ item }) => item));
      for (const [at, { resolve, reject }] of round.entries()) {
        const result = results[at];
        if (result?.status === 'fulfilled') resolve(result.value);
        else reject(result?.reason);
      }
    } catch (error) {
      for (const { reject } of round) reject(error);
    }
  }
}
