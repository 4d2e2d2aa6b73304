import { Rounds, type RoundLimits, type RoundWork } from './rounds.js';

/** Rounds per owner: one owner's wait does not affect others. */
export class OwnRounds<Item, Result> {
  private readonly owners = new Map<string, { rounds: Rounds<Item, Result>; waiting: number }>();

  constructor(
    private readonly work: RoundWork<Item, Result>,
    private readonly most: RoundLimits,
  ) {}

  /** Whether an item of the owner is waiting or in progress. */
  has(owner: string): boolean {
    return this.owners.has(owner);
  }

  /** Resolves or rejects with the item's result in its round. */
  async do(owner: string, item: Item): Promise<Result> {
    const own = this.owners.get(owner) ?? { rounds: new Rounds(this.work, this.most), waiting: 0 };
    this.owners.set(owner, own);
    own.waiting += 1;
    try {
      return await own.rounds.do(item);
    } finally {
      own.waiting -= 1;
      if (own.waiting === 0) this.owners.delete(owner);
    }
  }
}
