// npm run bench -- search [--catalogue file] [--queries file] [--own 200] [--nodes 0] [--clients 8] [--seconds 10]
//   [--database url] [--data-dir folder] [--kinds a,b]
// Relevance needs a catalogue (JSON lines); --nodes 1000000 adds the latency run on that many invented nodes.
import { parseArgs } from 'node:util';
import { NodeSearchRepository } from '../../dist/libs/registry/search/src/node-search.repository.js';
import { NodeSearchWriter } from '../../dist/libs/registry/search/src/node-search-writer.repository.js';
import { readCatalogue, readQueries } from './catalogue.mjs';
import { openDatabase } from './database.mjs';
import { miniSearchEngine, oramaEngine, registryEngine } from './engines.mjs';
import { measureFeatures } from './features.mjs';
import { makeKnownItems } from './known-items.mjs';
import { measureLatency } from './latency.mjs';
import { measureRelevance } from './relevance.mjs';
import { syntheticRequests } from './synthetic-catalogue.mjs';

const OWN_SEED = 20_260;

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
  console.log('\nThe best-starred answer to feature words among the first three');
  console.table(await measureFeatures(engines[0], pool, catalogue));
}

async function measureSynthetic({ pool, search }) {
  const requestsByKind = await syntheticRequests({ pool, search, catalogue, nodes });
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
