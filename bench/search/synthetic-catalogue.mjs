import copyStreams from 'pg-copy-streams';
import {
  DRAW_HEAD,
  headsFor,
  MOVE_ROWS,
  OPEN_HEADS,
} from '../../dist/libs/registry/search/src/maintenance-sql.js';
import { searchRow } from '../../dist/libs/registry/search/src/search-document.js';
import { vocabularyOf } from '../../dist/libs/registry/search/src/vocabulary-terms.js';
import { bulkLoad } from './bulk-load.mjs';
import { makeRequests } from './latency.mjs';
import { syntheticDocuments } from './synthetic.mjs';

const SYNTHETIC_SEED = 7;
const REQUESTS_SEED = 20_260;
/** Words in at least this share of the nodes are common. */
const COMMON_SHARE = 0.01;
const KNOWN_PART = 20_000;
const MOVED_ROWS = 20_000;

/** Requests of every kind for so many invented nodes, which are loaded unless the database has them. */
export async function syntheticRequests({ pool, search, catalogue, nodes }) {
  const { rows } = await pool.query('select count(*)::int as loaded from node_search');
  if (rows[0].loaded !== nodes) await loadSynthetic({ pool, search, catalogue, nodes });
  const frequent = async (field) => {
    const found = await pool.query(
      `select term from search_term where ${field} >= $1 and length(term) > 2 and term ~ '^[^~#]' order by ${field} desc limit 300`,
      [nodes * COMMON_SHARE],
    );
    return found.rows.map(({ term }) => term);
  };
  return makeRequests({
    documents: [...syntheticDocuments(catalogue, Math.min(nodes, KNOWN_PART), SYNTHETIC_SEED)],
    commonWords: await frequent('t'),
    commonAppWords: await frequent('a'),
    seed: REQUESTS_SEED,
  });
}

/** As maintenance does, which needs the index of lexemes: here the rows get their heads before it is built. */
async function drawHeads(search, nodes) {
  for (const { head, rows } of headsFor(nodes)) await search.query(DRAW_HEAD, [rows, head, nodes]);
  for (let last = ''; last !== null;) [{ last }] = await search.query(MOVE_ROWS, [last, MOVED_ROWS]);
  await search.query(OPEN_HEADS, []);
}

async function loadSynthetic({ pool, search, catalogue, nodes }) {
  await pool.query('truncate node_search, node_search_key, search_term, search_head');
  const started = performance.now();
  const report = (message) =>
    console.log(`${((performance.now() - started) / 1_000).toFixed(1)} s  ${message}`);
  const documents = syntheticDocuments(catalogue, nodes, SYNTHETIC_SEED);
  const { from: copyFrom } = copyStreams;
  const buildIndexes = await bulkLoad({ pool, copyFrom, searchRow, vocabularyOf, documents, report });
  await pool.query('vacuum analyze node_search');
  await drawHeads(search, nodes);
  report('heads drawn');
  await buildIndexes();
  await pool.query('vacuum analyze');
  report('loaded');
}
