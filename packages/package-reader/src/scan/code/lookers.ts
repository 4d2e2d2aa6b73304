/** A function, or the code of a file outside of functions. */
export type Part = {
  /** Whether there is more to see of what it looked at than when it was read, or it was never read. */
  isStale: boolean;
  wasRead: boolean;
};

/** What is read now, of all parts that are read together, and how many are being read for it. */
export type Turn = { part: Part; depth: number };

/** The parts that looked at something, and are to be read again when there is more to see. */
export class Lookers {
  private readonly parts = new Set<Part>();

  constructor(private readonly turn: Turn) {}

  note(): void {
    this.parts.add(this.turn.part);
  }

  readAgain(): void {
    for (const part of this.parts) part.isStale = true;
  }
}

/** What is known of a function or file. A change makes those parts stale that looked before. */
export class Facts<T> extends Set<T> {
  private readonly lookers: Lookers;

  constructor(turn: Turn) {
    super();
    this.lookers = new Lookers(turn);
  }

  override add(fact: T): this {
    if (super.has(fact)) return this;
    this.lookers.readAgain();
    return super.add(fact);
  }

  override has(fact: T): boolean {
    this.lookers.note();
    return super.has(fact);
  }

  override [Symbol.iterator](): SetIterator<T> {
    this.lookers.note();
    return super[Symbol.iterator]();
  }
}
