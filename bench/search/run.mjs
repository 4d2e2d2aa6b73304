// npm run bench -- search [--catalogue file] [--queries file] [--own 200] [--nodes 0] [--clients 8] [--seconds 10]
//   [--database url] [--data-dir folder] [--kinds a,b]
// Relevance needs a catalogue (JSON lines); --nodes 1000000 adds the latency run on that many invented nodes.
import { parseArgs } from 'node:util';
import copyStreams from 'pg-copy-streams';
import { DRAW_HEAD, headsFor, MOVE_ROWS, OPEN_HEADS } from '../../dist/libs/search/src/maintenance-sql.js';
import { NodeSearchRepository } from '../../dist/libs/search/src/node-search.repository.js';
import { NodeSearchWriter } from '../../dist/libs/search/src/node-search-writer.repository.js';
import { searchRow } from '../../dist/libs/search/src/search-document.js';
import { vocabularyOf } from '../../dist/libs/search/src/vocabulary-terms.js';
import { bulkLoad } from './bulk-load.mjs';
import { readCatalogue, readQueries } from './catalogue.mjs';
import { openDatabase } from './database.mjs';
import { miniSearchEngine, oramaEngine, registryEngine } from './engines.mjs';
import { makeKnownItems } from './known-items.mjs';
import { makeRequests, measureLatency } from './latency.mjs';
import { measureRelevance } from './relevance.mjs';
import { syntheticDocuments } from './synthetic.mjs';

const OWN_SEED = 20_260;
const SYNTHETIC_SEED = 7;
/** Words in at least this share of the nodes are common. */
const COMMON_SHARE = 0.01;
const KNOWN_PART = 20_000;
const MOVED_ROWS = 20_000;

const { values: options } = parseArgs({
  options: {
    catalogue: { type: 'string' },
    queries: { type: 'string' },
    own: { type: 'string', default: '200' },
    nodes: { type: 'string', default: '0' },
    clients: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '10' },
    database: { type: 'string' },
    'data-dir': { type: 'string' },
    kinds: { type: 'string' },
  },
});
if (options.catalogue === undefined) {
  console.error('Name a catalogue: --catalogue nodes.jsonl');
  process.exit(2);
}

const clients = Number(options.clients);
const nodes = Number(options.nodes);
const repository = new NodeSearchRepository();
const catalogue = readCatalogue(options.catalogue);
if (nodes === 0) await withDatabase(compareEngines);
else await withDatabase(measureSynthetic);

async function withDatabase(work) {
  const database = await openDatabase({ url: options.database, dataDir: options['data-dir'], clients });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

async function compareEngines({ pool, search }) {
  await pool.query('truncate node_search, node_search_key, search_term, search_head');
  const querySets = {
    ...(options.queries ? { given: readQueries(options.queries) } : {}),
    generated: makeKnownItems(catalogue, Number(options.own), OWN_SEED),
  };
  const engines = [
    registryEngine(repository, new NodeSearchWriter(), search),
    miniSearchEngine(),
    await oramaEngine(),
  ];
  for (const { engine, set, loadSeconds, rows } of await measureRelevance(engines, catalogue, querySets)) {
    console.log(`\n${engine}: ${set} queries on ${catalogue.length} nodes, loaded in ${loadSeconds} s`);
    console.table(rows);
  }
}

async function measureSynthetic({ pool, search }) {
  const { rows } = await pool.query('select count(*)::int as loaded from node_search');
  if (rows[0].loaded !== nodes) await loadSynthetic({ pool, search });
  const frequent = async (field) => {
    const found = await pool.query(
      `select term from search_term where ${field} >= $1 and length(term) > 2 and term not like '~%' order by ${field} desc limit 300`,
      [nodes * COMMON_SHARE],
    );
    return found.rows.map(({ term }) => term);
  };
  const requestsByKind = makeRequests({
    documents: [...syntheticDocuments(catalogue, Math.min(nodes, KNOWN_PART), SYNTHETIC_SEED)],
    commonWords: await frequent('t'),
    commonAppWords: await frequent('a'),
    seed: OWN_SEED,
  });
  const wanted = options.kinds?.split(',');
  const chosen = Object.entries(requestsByKind).filter(([kind]) => wanted?.includes(kind) ?? true);
  const results = await measureLatency({
    find: (request) => repository.search(search, request),
    requestsByKind: Object.fromEntries(chosen),
    clients,
    seconds: Number(options.seconds),
  });
  console.log(`\n${nodes} nodes, ${clients} clients, ${options.seconds} s each`);
  console.table(results);
}

/** As the maintenance does it, which needs the index of lexemes: here the rows find their heads before it is built. */
async function drawHeads(search) {
  for (const { head, rows } of headsFor(nodes)) await search.query(DRAW_HEAD, [rows, head, nodes]);
  for (let last = ''; last !== null;) [{ last }] = await search.query(MOVE_ROWS, [last, MOVED_ROWS]);
  await search.query(OPEN_HEADS, []);
}

async function loadSynthetic({ pool, search }) {
  await pool.query('truncate node_search, node_search_key, search_term, search_head');
  const started = performance.now();
  const report = (message) =>
    console.log(`${((performance.now() - started) / 1_000).toFixed(1)} s  ${message}`);
  const documents = syntheticDocuments(catalogue, nodes, SYNTHETIC_SEED);
  const { from: copyFrom } = copyStreams;
  const buildIndexes = await bulkLoad({ pool, copyFrom, searchRow, vocabularyOf, documents, report });
  await pool.query('vacuum analyze node_search');
  await drawHeads(search);
  report('heads drawn');
  await buildIndexes();
  await pool.query('vacuum analyze');
  report('loaded');
}
