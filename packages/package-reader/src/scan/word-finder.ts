/** Finds which of many words a text has, in one pass and whatever their case (Aho and Corasick's automaton). */
export class WordFinder {
  private next = new Uint16Array(ALPHABET);
  private readonly ends: number[][] = [[]];
  private readonly isEnd: Uint8Array;

  /** Words of lower case ASCII. */
  constructor(private readonly words: readonly string[]) {
    words.forEach((word, at) => this.add(word, at));
    this.link();
    this.isEnd = Uint8Array.from(this.ends, (ends) => (ends.length > 0 ? 1 : 0));
    this.addCapitals();
  }

  find(text: string): Set<string> {
    const { next, isEnd } = this;
    const found = new Set<string>();
    let state = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      state = code < ALPHABET ? (next[state * ALPHABET + code] ?? 0) : 0;
      if (isEnd[state] === 1) for (const end of this.ends[state] ?? []) found.add(this.words[end] ?? '');
    }
    return found;
  }

  /** Whether a text has any of the words. */
  hasOne(text: string): boolean {
    const { next, isEnd } = this;
    let state = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      state = code < ALPHABET ? (next[state * ALPHABET + code] ?? 0) : 0;
      if (isEnd[state] === 1) return true;
    }
    return false;
  }

  private add(word: string, at: number): void {
    let state = 0;
    for (const character of word) {
      const place = state * ALPHABET + character.charCodeAt(0);
      state = this.next[place] ?? 0;
      if (state !== 0) continue;
      state = this.ends.push([]) - 1;
      this.grow(state);
      this.next[place] = state;
    }
    this.ends[state]?.push(at);
  }

  private grow(state: number): void {
    if ((state + 1) * ALPHABET <= this.next.length) return;
    const grown = new Uint16Array(this.next.length * 2);
    grown.set(this.next);
    this.next = grown;
  }

  /** Capitals lead where the small letters do. */
  private addCapitals(): void {
    for (let state = 0; state < this.ends.length; state += 1)
      for (let code = 65; code <= 90; code += 1)
        this.next[state * ALPHABET + code] = this.next[state * ALPHABET + code + 32] ?? 0;
  }

  /** Leads each state on to the longest end of what was read with which another word begins. */
  private link(): void {
    const fallback = new Uint16Array(this.ends.length);
    const queue = [0];
    for (const state of queue) {
      for (let code = 0; code < ALPHABET; code += 1) {
        const place = state * ALPHABET + code;
        const other = state === 0 ? 0 : (this.next[(fallback[state] ?? 0) * ALPHABET + code] ?? 0);
        const target = this.next[place] ?? 0;
        if (target === 0) this.next[place] = other;
        else {
          fallback[target] = other;
          this.ends[target]?.push(...(this.ends[other] ?? []));
          queue.push(target);
        }
      }
    }
  }
}

const ALPHABET = 128;
