import { Rounds, type RoundLimits, type RoundWork } from './rounds.js';

/** Rounds for each owner: what one of them waits for is no matter of the others. */
export class OwnRounds<Item, Result> {
  private readonly owners = new Map<string, { rounds: Rounds<Item, Result>; waiting: number }>();

  constructor(
    private readonly work: RoundWork<Item, Result>,
    private readonly most: RoundLimits,
  ) {}

  /** Whether something of the owner waits or is being done. */
  has(owner: string): boolean {
    return this.owners.has(owner);
  }

  /** Resolves or rejects with what the item's round says of it. */
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
