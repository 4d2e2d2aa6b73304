// BENCH_CATALOGUE names the catalogue that both are filled with: JSON lines, as for npm run seed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { readCatalogue } from '../search/catalogue.mjs';
import { pick, seededRandom } from '../search/random.mjs';
import { percentile } from '../search/scores.mjs';
import { startVerdaccio } from '../support/verdaccio.mjs';

const CLIENTS = 8;
const RESULTS = 20;
/** Number of repeated queries; every second query is a new one. */
const REPEATED = 50;
const SEED = 9;

function row(name, { figure, ...facts }, hasPeer) {
  return {
    name,
    ...facts,
    async open(bench) {
      const file = process.env.BENCH_CATALOGUE;
      if (!file) throw new Error('Name a catalogue in BENCH_CATALOGUE');
      const documents = readCatalogue(file);
      const nextQuery = queriesOf(documents);
      const service = await startFilled(bench, file);
      const ours = searchOf(`${service.url}/nodes/search?limit=${RESULTS}&search=`, nextQuery, bench);
      if (!hasPeer) return { ours: async () => figure(await ours()) };
      const verdaccio = await startVerdaccio(documents);
      bench.onEnd(() => verdaccio.stop());
      const peer = searchOf(`${verdaccio.searchUrl}?size=${RESULTS}&text=`, nextQuery, bench);
      return { ours: async () => figure(await ours()), peer: async () => figure(await peer()) };
    },
  };
}

export default [
  row(
    'search',
    {
      title: "Search of a catalogue, 8 clients, every second query a new one / Verdaccio's search",
      unit: '/s',
      better: 'higher',
      target: { ratio: 3 },
      figure: ({ perSecond }) => perSecond,
    },
    true,
  ),
  row(
    'search-p95',
    {
      title: 'The same, 95 of 100 within',
      unit: 'ms',
      better: 'lower',
      target: { value: 25 },
      figure: ({ p95 }) => p95,
    },
    false,
  ),
];

async function startFilled(bench, file) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-bench-'));
  bench.onEnd(() => fs.rmSync(folder, { recursive: true, force: true }));
  const { status } = spawnSync(process.execPath, ['dist/apps/seed/src/main.js', path.resolve(file)], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The catalogue was not loaded');
  return bench.startService({ DATA_DIR: folder });
}

/** Names, names with a letter missing, and pairs of words of a description. */
function queriesOf(documents) {
  const random = seededRandom(SEED);
  const asked = new Set();
  const fresh = () => {
    const { name, description } = pick(random, documents);
    const at = 1 + Math.floor(random() * (name.length - 1));
    const words = description.split(/\s+/).filter((word) => word.length > 3);
    const pair = words.length < 2 ? name : `${pick(random, words)} ${pick(random, words)}`;
    const query = pick(random, [name, name.slice(0, at) + name.slice(at + 1), pair, pair]).slice(0, 100);
    if (asked.has(query)) return fresh();
    asked.add(query);
    return query;
  };
  const repeated = Array.from({ length: REPEATED }, fresh);
  let turn = 0;
  return () => ((turn += 1) % 2 === 0 ? fresh() : pick(random, repeated));
}

/** Queries for the length of a measurement, after a warm-up that does not count. */
function searchOf(url, nextQuery, { options }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });
  let isWarm = false;
  return async () => {
    if (!isWarm) await askAll(url, nextQuery, agent, 2);
    isWarm = true;
    const times = await askAll(url, nextQuery, agent, options.seconds);
    return { perSecond: times.length / options.seconds, p95: percentile(times, 0.95) };
  };
}

async function askAll(url, nextQuery, agent, seconds) {
  const times = [];
  const end = performance.now() + seconds * 1_000;
  const client = async () => {
    while (performance.now() < end) {
      const startedAt = performance.now();
      await get(url + encodeURIComponent(nextQuery()), agent);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return times;
}

function get(url, agent) {
  return new Promise((resolve, reject) => {
    const call = http.get(url, { agent }, (reply) => {
      reply.resume();
      reply.once('end', () =>
        reply.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${reply.statusCode}`)),
      );
    });
    call.once('error', reject);
  });
}
