// Search in a million nodes with five million app nodes: npm run bench -- search-million. It runs beside the others only once
// its folder is there, because loading takes ten minutes. BENCH_CATALOGUE names the catalogue whose words the nodes get.
import fs from 'node:fs';
import { NodeSearchRepository } from '../../dist/libs/registry/search/src/node-search.repository.js';
import { readCatalogue } from '../search/catalogue.mjs';
import { openDatabase } from '../search/database.mjs';
import { measureLatency } from '../search/latency.mjs';
import { syntheticRequests } from '../search/synthetic-catalogue.mjs';

const NODES = 1_000_000;
const CLIENTS = 8;
const NAME = 'search-million';
const dataDir = process.env.BENCH_SEARCH_DIR ?? 'bench/results/search-million';
const catalogueFile = process.env.BENCH_CATALOGUE;

const row = {
  name: NAME,
  title: 'Search at a million nodes: slowest p95 of 23 kinds, 8 clients',
  unit: 'ms',
  better: 'lower',
  target: { value: 50 },
  rounds: 1,
  async open(bench) {
    if (catalogueFile === undefined) throw new Error('Name a catalogue (JSON lines) in BENCH_CATALOGUE.');
    const { pool, search, close } = await openDatabase({ dataDir, clients: CLIENTS });
    const requestsByKind = await syntheticRequests({
      pool,
      search,
      catalogue: readCatalogue(catalogueFile),
      nodes: NODES,
    });
    const repository = new NodeSearchRepository();
    return {
      async ours() {
        const find = (request) => repository.search(search, request);
        const seconds = bench.options?.seconds ?? 4;
        const kinds = await measureLatency({ find, requestsByKind, clients: CLIENTS, seconds });
        console.table(kinds);
        return Math.max(...kinds.map(({ p95ms }) => p95ms));
      },
      close,
    };
  },
};

const isNamed = process.argv.some((argument) => argument === NAME || argument === 'search');
export default isNamed || fs.existsSync(dataDir) ? row : [];
