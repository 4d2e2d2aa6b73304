import type { LexemePrefix, SearchRow } from './search-document.js';

/** A vocabulary entry as it is written. */
export interface TermEntry {
  readonly term: string;
  n: number;
  t: number;
  a: number;
  r: number;
}

/** Whose words are counted, as which field, and what marks them as no whole words. */
const COUNTED: readonly [prefix: LexemePrefix, field: 'n' | 't' | 'a' | 'r', mark: string][] = [
  ['n', 'n', ''],
  ['n~', 'n', '~'],
  ['t', 't', ''],
  ['a', 'a', ''],
  ['r', 'r', ''],
];

/** Counts the vocabulary of some rows: words by field, and the beginnings (`~ab`) of names' words. */
export function vocabularyOf(rows: readonly Pick<SearchRow, 'words'>[]): TermEntry[] {
  const entries = new Map<string, TermEntry>();
  for (const { words } of rows) {
    for (const [prefix, field, mark] of COUNTED) {
      for (const word of words.get(prefix) ?? []) {
        const term = mark + word;
        let entry = entries.get(term);
        if (entry === undefined) {
          entry = { term, n: 0, t: 0, a: 0, r: 0 };
          entries.set(term, entry);
        }
        entry[field] += 1;
      }
    }
  }
  return [...entries.values()];
}
