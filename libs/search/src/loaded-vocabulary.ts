import { TERM_FIELDS } from './search-document.js';
import { type TermEntry } from './vocabulary-terms.js';

/** Below this a word waits for the end: most words are rare, and each of them would double several times. */
const HELD_MIN = 8;

/** Words that are remembered at once, some 50 MB of them. */
const REMEMBERED_MAX = 200_000;

/** A word's counts that the database was told, and those that it was not. */
interface RememberedTerm {
  told: TermEntry;
  held: TermEntry | undefined;
}

/** What to tell the database of a batch. */
export interface LearntTerms {
  /** Words that this import has not told before. */
  readonly first: TermEntry[];
  /** What to add to the counts of words that it has. */
  readonly grown: TermEntry[];
}

/**
 * The words of an import. Adding to the counts of the common words with every batch would write them hundreds of times,
 * so they are held back until they have doubled: the counts guide plans only, for which their magnitude is enough.
 */
export class LoadedVocabulary {
  private remembered = new Map<string, RememberedTerm>();

  /** Counts the words of a batch. */
  add(counted: readonly TermEntry[]): LearntTerms {
    const grown = this.remembered.size > REMEMBERED_MAX ? this.settle() : [];
    const first: TermEntry[] = [];
    for (const entry of counted) {
      const known = this.remembered.get(entry.term);
      if (known === undefined) {
        this.remembered.set(entry.term, { told: entry, held: undefined });
        first.push(entry);
        continue;
      }
      const due = hold(known, entry);
      if (due !== undefined) grown.push(due);
    }
    return { first, grown };
  }

  /** Forgets everything. @returns what was held back. */
  settle(): TermEntry[] {
    const held = [...this.remembered.values()].flatMap((term) => term.held ?? []);
    this.remembered = new Map();
    return held;
  }
}

/** @returns everything held back, once it is time to tell it. */
function hold(known: RememberedTerm, entry: TermEntry): TermEntry | undefined {
  const held = known.held === undefined ? entry : sum(known.held, entry);
  const hasDoubled = total(held) >= Math.max(total(known.told), HELD_MIN);
  const isDue = hasDoubled || TERM_FIELDS.some((field) => held[field] > 0 && known.told[field] === 0);
  known.held = isDue ? undefined : held;
  if (!isDue) return undefined;
  known.told = sum(known.told, held);
  return held;
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
