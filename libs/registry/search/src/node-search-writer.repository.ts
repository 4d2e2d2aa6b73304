import type { SearchDatabase } from './search-database.js';
import {
  LEXEME_SEPARATOR,
  type NodeSearchDocument,
  type SearchRow,
  searchRow,
  TERM_FIELDS,
} from './search-document.js';
import { ADD_TERMS, REMOVE_ROWS, REPLACE_KEYS, UPSERT_ROWS } from './search-sql.js';
import { type TermEntry, vocabularyOf } from './vocabulary-terms.js';

/** A row of the derived tables with what it shows beside its words. */
type IndexedRow = SearchRow & Pick<NodeSearchDocument, 'createdAt' | 'downloads' | 'stars' | 'banned'>;

/** Batches of at least this size update the vocabulary's counts; a single publish must not wait for the rows of common words. */
const COUNTED_BATCH_ROWS = 50;
/** Such a batch raises a word's count at once if this many of its documents have the word; otherwise maintenance does. */
const COUNTED_TERM_ROWS = 5;
const NEVER_ROWS = 2 ** 31 - 1;
/** Documents written by one statement. */
const BATCH_ROWS = 500;

/** Keeps the derived search tables, on one connection source or in the caller's transaction. */
export class NodeSearchWriter {
  /** Adds or replaces documents, by id without regard to case; the same id twice in one call is an error. */
  async index(database: SearchDatabase, documents: readonly NodeSearchDocument[]): Promise<void> {
    for (let start = 0; start < documents.length; start += BATCH_ROWS) {
      const rows = documents.slice(start, start + BATCH_ROWS).map(indexedRow);
      await writeRows(database, rows);
      const growing = rows.length >= COUNTED_BATCH_ROWS ? COUNTED_TERM_ROWS : NEVER_ROWS;
      await addTerms(database, vocabularyOf(rows), growing);
    }
  }

  /** Removes documents; unknown ids are ignored. */
  async remove(database: SearchDatabase, ids: readonly string[]): Promise<void> {
    await database.query(REMOVE_ROWS, [ids.map((id) => id.toLowerCase())]);
  }
}

function indexedRow(document: NodeSearchDocument): IndexedRow {
  const { createdAt, downloads, stars, banned } = document;
  return { ...searchRow(document), createdAt, downloads, stars, banned };
}

async function writeRows(database: SearchDatabase, rows: readonly IndexedRow[]): Promise<void> {
  const upserts = rows.map(({ keys: _keys, terms: _terms, ...columns }) => columns);
  const keys = rows.flatMap(({ id, keys: own }) => own.map((key) => ({ nodeId: id, ...key })));
  await database.query(UPSERT_ROWS, [JSON.stringify(upserts), LEXEME_SEPARATOR]);
  await database.query(REPLACE_KEYS, [JSON.stringify(keys), rows.map((row) => row.id)]);
}

async function addTerms(
  database: SearchDatabase,
  terms: readonly TermEntry[],
  growing: number,
): Promise<void> {
  if (terms.length > 0) await database.query(ADD_TERMS, [joined(terms), growing, ...countsOf(terms)]);
}

/** No word contains a comma. For many thousands of words, one text is faster to send than an array. */
function joined(terms: readonly TermEntry[]): string {
  return terms.map(({ term }) => term).join(',');
}

/** An array for each field, as text. */
function countsOf(terms: readonly TermEntry[]): string[] {
  return TERM_FIELDS.map((field) => `{${terms.map((entry) => entry[field]).join(',')}}`);
}
