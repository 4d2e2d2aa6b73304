/** Finds which of many words a text has, in one pass and whatever their case (Aho and Corasick's automaton). */
export class WordFinder {
  private next = new Uint16Array(ALPHABET);
  private readonly ends: number[][] = [[]];

  /** Words of lower case ASCII. */
  constructor(private readonly words: readonly string[]) {
    words.forEach((word, at) => this.add(word, at));
    this.link();
  }

  find(text: string): Set<string> {
    const found = new Set<string>();
    let state = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      state = this.next[state * ALPHABET + (code < ALPHABET ? (LOWER[code] ?? 0) : 0)] ?? 0;
      const ends = this.ends[state];
      if (ends !== undefined && ends.length > 0) for (const end of ends) found.add(this.words[end] ?? '');
    }
    return found;
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
const LOWER = Uint8Array.from({ length: ALPHABET }, (_, code) =>
  code >= 65 && code <= 90 ? code + 32 : code,
);
