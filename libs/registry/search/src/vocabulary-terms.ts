import { type SearchRow, TERM_FIELDS, type TermField } from './search-document.js';

export type TermEntry = { readonly term: string } & Record<TermField, number>;

export function vocabularyOf(rows: readonly Pick<SearchRow, 'terms'>[]): TermEntry[] {
  const entries = new Map<string, TermEntry>();
  for (const { terms } of rows) {
    for (const field of TERM_FIELDS) {
      for (const term of terms[field]) {
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
