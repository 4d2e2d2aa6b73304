/** Numbers that are the same for the same seed (mulberry32). */
export class Random {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, 1. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(least, most) {
    return least + this.next() * (most - least);
  }

  pick(list) {
    return list[Math.floor(this.next() * list.length)];
  }

  /** Endless: every entry once per round, each round in a new order. */
  *rounds(list) {
    for (;;) {
      const rest = [...list];
      while (rest.length > 0) yield rest.splice(Math.floor(this.next() * rest.length), 1)[0];
    }
  }
}
