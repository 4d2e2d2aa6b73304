import { type SearchRow } from './search-document.js';

/** A vocabulary entry as it is written. */
export interface TermEntry {
  readonly term: string;
  n: number;
  t: number;
  a: number;
  r: number;
}

/** Marks of lexemes that are no words: whole values and first words. */
const NOT_COUNTED = new Set(['"', '=', ':', '^']);

/** Counts the vocabulary of some rows: words by field, and the beginnings (`~ab`) of names' words. */
export function vocabularyOf(rows: readonly Pick<SearchRow, 'lexemes'>[]): TermEntry[] {
  const entries = new Map<string, TermEntry>();
  for (const { lexemes } of rows) for (const lexeme of lexemes) countLexeme(entries, lexeme);
  return [...entries.values()];
}

function countLexeme(entries: Map<string, TermEntry>, lexeme: string): void {
  const field = lexeme[0];
  if (!isCounted(field) || NOT_COUNTED.has(lexeme[1] ?? '')) return;
  const term = lexeme.slice(1);
  let entry = entries.get(term);
  if (entry === undefined) {
    entry = { term, n: 0, t: 0, a: 0, r: 0 };
    entries.set(term, entry);
  }
  entry[field] += 1;
}

function isCounted(field: string | undefined): field is 'n' | 't' | 'a' | 'r' {
  return field === 'n' || field === 't' || field === 'a' || field === 'r';
}
