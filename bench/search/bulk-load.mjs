import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { LEXEME_SEPARATOR } from '../../dist/libs/registry/search/src/search-document.js';

const SAMPLE_STEP = 64;
const BEHIND_HEADS = 5;

/**
 * Fills the search tables by COPY, for catalogues of a million nodes: the secondary indexes are built afterwards.
 * @param copyFrom `from` of pg-copy-streams.
 */
export async function bulkLoad({ pool, copyFrom, searchRow, vocabularyOf, documents, report }) {
  const definitions = await dropSecondaryIndexes(pool);
  const terms = new Map();
  const keys = [];
  let apps = 0;
  let count = 0;
  function* rows() {
    for (const document of documents) {
      const row = searchRow(document);
      addTerms(terms, vocabularyOf([row]));
      for (const { key, name } of row.keys) keys.push(line([row.id, key, name]));
      apps += document.appNodeNames.length;
      count += 1;
      if (count % 100_000 === 0) report(`${count} rows`);
      yield line(columnsOf(document, row));
    }
  }
  await copy(pool, copyFrom, NODE_COLUMNS, Readable.from(chunks(rows())));
  report(`${count} nodes with ${apps} app nodes copied`);
  await copy(pool, copyFrom, 'node_search_key (node_id, key, name)', Readable.from(chunks(keys)));
  const termLines = [...terms.values()].map(({ term, n, t, a, r }) => line([term, n, t, a, r]));
  await copy(pool, copyFrom, 'search_term (term, n, t, a, r)', Readable.from(chunks(termLines)));
  report(`${terms.size} terms copied`);
  return async () => {
    for (const definition of definitions) {
      await pool.query(definition);
      report(definition.slice(0, 90));
    }
  };
}

const NODE_COLUMNS =
  'node_search (id, rank_key, created_at, downloads, stars, head, is_sampled, is_banned, os, accelerators, lexemes)';

function columnsOf(document, row) {
  const sampled = hash(row.id) % SAMPLE_STEP === 0 ? 't' : 'f';
  const lexemes = row.lexemes
    .split(LEXEME_SEPARATOR)
    .map((lexeme) => `'${lexeme.replace(/['\\]/gu, '$&$&')}'`)
    .join(' ');
  const list = (values) =>
    values === undefined ? undefined : `{${values.map((value) => JSON.stringify(value)).join(',')}}`;
  return [
    row.id,
    row.rankKey,
    document.createdAt.toISOString(),
    document.downloads,
    document.stars,
    BEHIND_HEADS,
    sampled,
    'f',
    list(row.os),
    list(row.accelerators),
    lexemes,
  ];
}

async function dropSecondaryIndexes(pool) {
  const { rows } = await pool.query(`
    select indexname, indexdef from pg_indexes
    where tablename in ('node_search', 'node_search_key', 'search_term') and indexname not like 'pk_%'
      and indexname <> 'ix_node_search_rank'`);
  for (const { indexname } of rows) await pool.query(`drop index ${indexname}`);
  return rows.map(({ indexdef }) => indexdef);
}

async function copy(pool, copyFrom, target, lines) {
  const client = await pool.connect();
  try {
    await pipeline(lines, client.query(copyFrom(`copy ${target} from stdin`)));
  } finally {
    client.release();
  }
}

function addTerms(terms, found) {
  for (const { term, n, t, a, r } of found) {
    const known = terms.get(term);
    if (known === undefined) terms.set(term, { term, n, t, a, r });
    else {
      known.n += n;
      known.t += t;
      known.a += a;
      known.r += r;
    }
  }
}

function* chunks(lines) {
  let buffer = [];
  for (const one of lines) {
    buffer.push(one);
    if (buffer.length === 500) {
      yield buffer.join('');
      buffer = [];
    }
  }
  yield buffer.join('');
}

function line(values) {
  const text = values.map((value) =>
    value === undefined ? '\\N' : String(value).replace(/[\\\n\r\t]/gu, (character) => ESCAPES[character]),
  );
  return `${text.join('\t')}\n`;
}
const ESCAPES = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function hash(text) {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  return state >>> 0;
}
