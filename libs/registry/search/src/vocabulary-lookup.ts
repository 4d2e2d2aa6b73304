import { editDistance } from './edit-distance.js';
import { SHORT_PREFIX_CHARS } from './search-document.js';
import type { SearchDatabase } from './search-database.js';
import { FIND_KEY_SPELLINGS, FIND_TERM_SPELLINGS, LOOK_UP_TERMS } from './search-sql.js';
import { KnownTerms, spellingsToLookUp, type Term } from './search-terms.js';

type TermRow = {
  readonly kind: 'exact' | 'completion' | 'key' | 'rows' | 'head';
  readonly word: string;
} & Term;

export type Lookup = {
  readonly terms: KnownTerms;
  /** Whole names that begin with the whole text; empty when there are too many. */
  readonly completedKeys: readonly string[];
  /** Size of the catalogue at the latest statistics. */
  readonly catalogueRows: number;
  /** Heads whose indexes may be used, in rising order. */
  readonly heads: readonly number[];
};

/** A whole name that may be meant. */
export type NameSpelling = {
  /** Without separators and noise. */
  readonly key: string;
  /** As written, in lower case. */
  readonly name: string;
};

/** Too many names begin with a shorter text. */
const COMPLETED_KEY_MIN_CHARS = 4;
/** The limit in the statement. */
const COMPLETED_KEYS_MAX = 40;
/** Shorter words are within one edit of too many others. */
const REPAIRED_WORD_MIN_CHARS = 3;
/** From this length on, a word may differ by two edits. */
const TWO_EDITS_MIN_CHARS = 10;
const REPAIRS_PER_WORD = 8;
const REPAIRED_KEYS_MAX = 20;
/** Most words whose repair is looked for; a longer text is searched without. */
const REPAIRED_WORDS_MAX = 12;

/** Reads what the vocabulary has for `words`, and the names that begin with `whole`. */
export async function lookUpTerms(
  database: SearchDatabase,
  words: readonly string[],
  whole: string,
): Promise<Lookup> {
  const completed = words.filter(
    (word) =>
      !word.startsWith('#') && ([...word].length > SHORT_PREFIX_CHARS || word.length === SHORT_PREFIX_CHARS),
  );
  const key = whole.length >= COMPLETED_KEY_MIN_CHARS ? whole : null;
  const rows = await database.query<TermRow>(LOOK_UP_TERMS, [
    words.flatMap(spellingsToLookUp),
    completed,
    key,
  ]);
  const terms = new KnownTerms();
  const completedKeys: string[] = [];
  const heads: number[] = [];
  let catalogueRows = 0;
  for (const row of rows) {
    if (row.kind === 'exact') terms.addExact(row);
    else if (row.kind === 'completion') terms.addCompletion(row.word, row);
    else if (row.kind === 'key') completedKeys.push(row.term);
    else if (row.kind === 'head') heads.push(row.n);
    else catalogueRows = row.n;
  }
  const usable = completedKeys.length < COMPLETED_KEYS_MAX ? completedKeys : [];
  return { terms, completedKeys: usable, catalogueRows, heads: heads.sort((left, right) => left - right) };
}

/** Adds to `terms` the known words that `words` may be misspelling. */
export async function lookUpRepairs(
  database: SearchDatabase,
  words: readonly string[],
  terms: KnownTerms,
): Promise<void> {
  const misspelt = words
    .filter((word) => word.length >= REPAIRED_WORD_MIN_CHARS)
    .slice(0, REPAIRED_WORDS_MAX);
  if (misspelt.length === 0) return;
  const near = await repairs(database, misspelt, 1);
  const unmended = misspelt.filter(
    (word) => word.length >= TWO_EDITS_MIN_CHARS && near.get(word)?.length === 0,
  );
  for (const [word, found] of await repairs(database, unmended, 2)) near.set(word, found);
  for (const [word, found] of near) {
    for (const term of found.sort(commonFirst).slice(0, REPAIRS_PER_WORD)) terms.addRepair(word, term);
  }
}

/** Names whose key is within one edit of `key`; first those that are as close to `written` as written. */
export async function lookUpKeyRepairs(database: SearchDatabase, key: string): Promise<NameSpelling[]> {
  if (key.length < COMPLETED_KEY_MIN_CHARS) return [];
  const rows = await database.query<NameSpelling>(FIND_KEY_SPELLINGS, probes([key], 1));
  return rows.filter((row) => editDistance(key, row.key, 1) <= 1).slice(0, REPAIRED_KEYS_MAX);
}

async function repairs(
  database: SearchDatabase,
  words: readonly string[],
  edits: number,
): Promise<Map<string, Term[]>> {
  const found =
    words.length === 0 ? [] : await database.query<Term>(FIND_TERM_SPELLINGS, probes(words, edits));
  const isNear = (word: string, { term }: Term): boolean =>
    term !== word && !/^[~#]/u.test(term) && editDistance(word, term, edits) <= edits;
  return new Map(words.map((word) => [word, found.filter((term) => isNear(word, term))]));
}

/**
 * One edit leaves the first or the second half of a word unchanged, so both halves are looked for. With two edits the same
 * holds for the first and the last third, unless the edits hit both.
 */
function probes(words: readonly string[], edits: number): [string[], string[], number[], number[]] {
  const share = (word: string): number => Math.max(1, Math.floor((word.length - 1) / (edits + 1)));
  return [
    words.map((word) => word.slice(0, share(word))),
    words.map((word) => word.slice(edits === 1 ? share(word) + 1 : -share(word))),
    words.map((word) => word.length - edits),
    words.map((word) => word.length + edits),
  ];
}

function commonFirst(left: Term, right: Term): number {
  return right.n + right.t + right.a + right.r - (left.n + left.t + left.a + left.r);
}
