import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
};

/** Processes the items of a round and returns the result of each, in the same order. If it throws, all fail. */
export type RoundWork<Item, Result> = (
  items: readonly Item[],
) => Promise<readonly PromiseSettledResult<Result>[]>;

export type RoundLimits = { items: number; rounds: number };

/**
 * Processes concurrent items together. While the maximum number of rounds is running, new items collect for the next
 * round; without load, an item is processed at once.
 */
export class Rounds<Item, Result> {
  private readonly waiting: Waiting<Item, Result>[] = [];
  /** A round runs outside the context of any request. */
  private readonly outside = AsyncLocalStorage.snapshot();
  private running = 0;

  constructor(
    private readonly work: RoundWork<Item, Result>,
    private readonly most: RoundLimits,
  ) {}

  do(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.running >= this.most.rounds) return;
      this.running += 1;
      this.outside(() => void this.runAll());
    });
  }

  private async runAll(): Promise<void> {
    // Let other items of the same event loop turn join.
    await setImmediate();
    while (this.waiting.length > 0) await this.run(this.waiting.splice(0, this.most.items));
    // Synchronous with the last check of `waiting`: later items start another round.
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
