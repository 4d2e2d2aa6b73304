import { type LoadedVocabulary } from './loaded-vocabulary.js';
import { type SearchDatabase } from './search-database.js';
import { type NodeSearchDocument, type SearchRow, searchRow } from './search-document.js';
import {
  ADD_TERMS,
  COLLECT_LEXEMES,
  ENTER_LEXEMES,
  REMOVE_ROWS,
  REPLACE_KEYS,
  UPSERT_ROWS,
} from './search-sql.js';
import { type TermEntry, vocabularyOf } from './vocabulary-terms.js';

/** A row of the derived tables with what it shows beside its words. */
export type IndexedRow = SearchRow & Pick<NodeSearchDocument, 'createdAt' | 'downloads' | 'stars' | 'banned'>;

/** Batches of at least this size keep the vocabulary's counts; a single publish must not wait for common words' rows. */
const COUNTED_BATCH_ROWS = 50;
/** A word's counts grow at once when such a batch has it in this many documents; else with the next maintenance. */
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

  /**
   * Adds or replaces the rows of one batch of an import, in the transaction of the batch.
   * @param added Rows whose words were learnt before.
   */
  async load(
    database: SearchDatabase,
    added: readonly IndexedRow[],
    changed: readonly NodeSearchDocument[],
  ): Promise<void> {
    const others = changed.map(indexedRow);
    await database.query(COLLECT_LEXEMES, []);
    await writeRows(database, [...added, ...others]);
    for (const statement of ENTER_LEXEMES) await database.query(statement, []);
    await addTerms(database, vocabularyOf(others), NEVER_ROWS);
  }

  /**
   * Adds the words of rows that an import is about to write. Outside of its transaction: a word too many finds nothing,
   * and nobody waits for the common words until the batch is stored.
   */
  async learn(
    database: SearchDatabase,
    rows: readonly Pick<SearchRow, 'lexemes'>[],
    vocabulary: LoadedVocabulary,
  ): Promise<void> {
    await addTerms(database, vocabulary.add(vocabularyOf(rows)), 0);
  }

  /** Adds the counts that were held back. */
  async settle(database: SearchDatabase, vocabulary: LoadedVocabulary): Promise<void> {
    await addTerms(database, vocabulary.settle(), 0);
  }

  /** Takes documents out; unknown ids are no error. */
  async remove(database: SearchDatabase, ids: readonly string[]): Promise<void> {
    await database.query(REMOVE_ROWS, [ids.map((id) => id.toLowerCase())]);
  }
}

/** What is written of a document. */
export function indexedRow(document: NodeSearchDocument): IndexedRow {
  const { createdAt, downloads, stars, banned } = document;
  return { ...searchRow(document), createdAt, downloads, stars, banned };
}

async function writeRows(database: SearchDatabase, rows: readonly IndexedRow[]): Promise<void> {
  const upserts = rows.map(({ keys: _keys, lexemes, ...columns }) => ({
    ...columns,
    lexemes: lexemes.map(quoted).join(' '),
  }));
  const keys = rows.flatMap(({ id, keys: own }) => own.map((key) => ({ nodeId: id, ...key })));
  await database.query(UPSERT_ROWS, [JSON.stringify(upserts)]);
  await database.query(REPLACE_KEYS, [JSON.stringify(keys), rows.map((row) => row.id)]);
}

async function addTerms(
  database: SearchDatabase,
  terms: readonly TermEntry[],
  growing: number,
): Promise<void> {
  if (terms.length === 0) return;
  const words = terms.map(({ term }) => term);
  const counts = (['n', 't', 'a', 'r'] as const).map((field) => terms.map((entry) => entry[field]));
  await database.query(ADD_TERMS, [words, growing, ...counts]);
}

/** A lexeme as the text of a tsvector has it. */
function quoted(lexeme: string): string {
  return `'${/['\\]/.test(lexeme) ? lexeme.replaceAll(/['\\]/g, '$&$&') : lexeme}'`;
}
