import { type TermEntry } from './vocabulary-terms.js';

/** Below this a word waits for the end: most words are rare, and each of them would double several times. */
const HELD_MIN = 8;

const FIELDS = ['n', 't', 'a', 'r'] as const;

/** Words that are remembered at once, some 50 MB of them. */
const REMEMBERED_MAX = 200_000;

/** A word's counts that the database was told, and those that it was not. */
interface RememberedTerm {
  told: TermEntry;
  held: TermEntry;
}

/**
 * The words of an import. Adding to the counts of the common words with every batch would write them hundreds of times,
 * so they are held back until they have doubled: the counts guide plans only, for which their magnitude is enough.
 */
export class LoadedVocabulary {
  private remembered = new Map<string, RememberedTerm>();

  /** Counts the words of a batch. @returns what to add to the stored counts now. */
  add(counted: readonly TermEntry[]): TermEntry[] {
    const settled = this.remembered.size > REMEMBERED_MAX ? this.settle() : [];
    const due = new Map(settled.map((entry) => [entry.term, entry]));
    for (const entry of counted) {
      const given = this.addTerm(entry);
      if (given === undefined) continue;
      const held = due.get(given.term);
      due.set(given.term, held === undefined ? given : sum(held, given));
    }
    return [...due.values()];
  }

  /** Forgets everything. @returns what was held back. */
  settle(): TermEntry[] {
    const held = [...this.remembered.values()].map((term) => term.held);
    this.remembered = new Map();
    return held.filter((entry) => total(entry) > 0);
  }

  private addTerm(entry: TermEntry): TermEntry | undefined {
    const known = this.remembered.get(entry.term);
    if (known === undefined) {
      this.remembered.set(entry.term, { told: entry, held: none(entry.term) });
      return entry;
    }
    const held = sum(known.held, entry);
    const hasDoubled = total(held) >= Math.max(total(known.told), HELD_MIN);
    const isDue = hasDoubled || FIELDS.some((field) => held[field] > 0 && known.told[field] === 0);
    known.held = isDue ? none(entry.term) : held;
    if (!isDue) return undefined;
    known.told = sum(known.told, held);
    return held;
  }
}

function none(term: string): TermEntry {
  return { term, n: 0, t: 0, a: 0, r: 0 };
}

function sum(one: TermEntry, other: TermEntry): TermEntry {
  return {
    term: one.term,
    n: one.n + other.n,
    t: one.t + other.t,
    a: one.a + other.a,
    r: one.r + other.r,
  };
}

function total({ n, t, a, r }: TermEntry): number {
  return n + t + a + r;
}
