import { isUniqueViolation } from '#libs/platform/database';
import { type LoadedVocabulary } from './loaded-vocabulary.js';
import { type SearchDatabase, type SearchTransaction } from './search-database.js';
import {
  LEXEME_SEPARATOR,
  type NodeSearchDocument,
  type SearchRow,
  searchRow,
  TERM_FIELDS,
} from './search-document.js';
import {
  ADD_TERMS,
  COLLECT_LEXEMES,
  ENTER_LEXEMES,
  FIND_TERMS,
  INSERT_TERMS,
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
   * and nobody waits for the common words until the batch is stored. Most words of an import are new, and a plain insert
   * takes two thirds of the time of one that looks for conflicts.
   */
  async learn(
    transaction: SearchTransaction,
    rows: readonly Pick<SearchRow, 'terms'>[],
    vocabulary: LoadedVocabulary,
  ): Promise<void> {
    const { first, grown } = vocabulary.add(vocabularyOf(rows));
    const known = await transaction((database) => insertNewTerms(database, first)).catch((error: unknown) => {
      if (isUniqueViolation(error)) return first;
      throw error;
    });
    for (const terms of [known, grown]) {
      if (terms.length > 0) await transaction((database) => addTerms(database, terms, 0));
    }
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
  const upserts = rows.map(({ keys: _keys, terms: _terms, ...columns }) => columns);
  const keys = rows.flatMap(({ id, keys: own }) => own.map((key) => ({ nodeId: id, ...key })));
  await database.query(UPSERT_ROWS, [JSON.stringify(upserts), LEXEME_SEPARATOR]);
  await database.query(REPLACE_KEYS, [JSON.stringify(keys), rows.map((row) => row.id)]);
}

/**
 * @returns the words that the vocabulary has, which are left to {@link addTerms}.
 * @throws a unique violation when somebody else adds one of the others meanwhile.
 */
async function insertNewTerms(
  database: SearchDatabase,
  terms: readonly TermEntry[],
): Promise<readonly TermEntry[]> {
  const found = await database.query<{ term: string }>(FIND_TERMS, [joined(terms)]);
  const known = new Set(found.map(({ term }) => term));
  const missing = terms.filter(({ term }) => !known.has(term));
  if (missing.length > 0) await database.query(INSERT_TERMS, [joined(missing), ...countsOf(missing)]);
  return terms.filter(({ term }) => known.has(term));
}

async function addTerms(
  database: SearchDatabase,
  terms: readonly TermEntry[],
  growing: number,
): Promise<void> {
  if (terms.length > 0) await database.query(ADD_TERMS, [joined(terms), growing, ...countsOf(terms)]);
}

/** Words hold letters, digits, tildes and those of hosts dots and hyphens. Many thousands are sent sooner as one text than as an array. */
function joined(terms: readonly TermEntry[]): string {
  return terms.map(({ term }) => term).join(',');
}

/** The text of an array for each field. */
function countsOf(terms: readonly TermEntry[]): string[] {
  return TERM_FIELDS.map((field) => `{${terms.map((entry) => entry[field]).join(',')}}`);
}
