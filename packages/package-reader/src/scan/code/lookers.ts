/** A function, or the code of a file outside of functions. */
export type Part = {
  /** Whether there is more to see of what it looked at than when it was read, or it was never read. */
  isStale: boolean;
  wasRead: boolean;
};

/** What is read now, of all parts that are read together, and how many are being read for it. */
export type Turn<T> = {
  part: Part;
  depth: number;
  /** What may be the one or the other; `before` itself when nothing is added. */
  readonly either: (before: T | undefined, added: T) => T;
};

/** The parts that looked at something, and are to be read again when there is more to see. */
class Lookers {
  private readonly parts = new Set<Part>();

  constructor(private readonly turn: { readonly part: Part }) {}

  note(): void {
    this.parts.add(this.turn.part);
  }

  readAgain(): void {
    for (const part of this.parts) part.isStale = true;
  }
}

/** Names and all that they hold at any time. A change makes those parts stale that looked before. */
export class Names<T> extends Map<string, T> {
  private readonly lookers = new Map<string, Lookers>();
  private readonly lookersAtAll: Lookers;

  constructor(private readonly turn: Turn<T>) {
    super();
    this.lookersAtAll = new Lookers(turn);
  }

  override get(name: string): T | undefined {
    let lookers = this.lookers.get(name);
    if (!lookers) this.lookers.set(name, (lookers = new Lookers(this.turn)));
    lookers.note();
    return super.get(name);
  }

  override has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  override keys(): MapIterator<string> {
    this.lookersAtAll.note();
    return super.keys();
  }

  override values(): MapIterator<T> {
    this.lookersAtAll.note();
    return super.values();
  }

  override [Symbol.iterator](): MapIterator<[string, T]> {
    this.lookersAtAll.note();
    return super[Symbol.iterator]();
  }

  /** Adds to what a name may hold. */
  widen(name: string, value: T): void {
    const before = super.get(name);
    const after = this.turn.either(before, value);
    if (after === before) return;
    this.set(name, after);
    this.lookers.get(name)?.readAgain();
    this.lookersAtAll.readAgain();
  }
}

/** What is known of a function or file. A change makes those parts stale that looked before. */
export class Facts<T> extends Set<T> {
  private readonly lookers: Lookers;

  constructor(turn: { readonly part: Part }) {
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
