// Compares this checkout with another one, both built. npm run bench -- against FOLDER [--rounds 5] [--seconds 4]
// measures submitting and reading a task, over one connection and over 16, alternating, each checkout on a separate database.
import path from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { noisyPicture } from '../support/pictures.mjs';
import { startService } from '../support/service.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '4' } },
});
const [folder] = positionals;
if (!folder) throw new Error('Usage: npm run bench -- against FOLDER');

const PATH = '/proxy/imgprov/v1/ai/skin-enhancer/creative';
const CONNECTIONS = [1, 16];

const sides = { other: await open(folder), ours: await open('.') };
try {
  await compareSides();
} finally {
  for (const { service } of Object.values(sides)) await service.stop();
}

async function open(checkout) {
  const main = path.resolve(checkout, 'dist/apps/api/src/main.js');
  const settings = { RUN_JOBS: 'false', WAITING_TASKS_PER_USER: '0' };
  const service = await startService(settings, { command: [process.execPath, main] });
  const body = JSON.stringify({ image: await noisyPicture(8, 8), sharpen: 10, smart_grain: 3 });
  const { data } = await service.post(PATH, JSON.parse(body));
  const { headers } = service;
  return {
    service,
    submit: { url: service.url + PATH, method: 'POST', headers, body },
    read: { url: `${service.url}/tasks/${data.task_id}`, headers },
  };
}

async function compareSides() {
  const rows = [];
  for (const request of ['submit', 'read'])
    for (const connections of CONNECTIONS) {
      const found = { other: [], ours: [] };
      for (const side of Object.keys(sides)) await load(sides[side][request], connections, 2);
      for (let round = 0; round < Number(values.rounds); round += 1)
        for (const side of round % 2 ? ['ours', 'other'] : ['other', 'ours'])
          found[side].push(await load(sides[side][request], connections, Number(values.seconds)));
      for (const [side, rounds] of Object.entries(found))
        rows.push({ request, connections, side, ...median(rounds) });
    }
  console.table(rows);
}

/** Times in milliseconds. */
async function load(request, connections, duration) {
  const times = [];
  const run = autocannon({ ...request, connections, duration });
  run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const { requests, non2xx, errors } = await run;
  if (non2xx + errors > 0) throw new Error(`${request.url}: ${non2xx} refused, ${errors} failed`);
  times.sort((a, b) => a - b);
  const share = (part) => Number(times[Math.floor(times.length * part)].toFixed(2));
  return { 'per second': requests.average, p50: share(0.5), p99: share(0.99) };
}

function median(rounds) {
  const middle = (name) => rounds.map((round) => round[name]).sort((a, b) => a - b)[rounds.length >> 1];
  return Object.fromEntries(Object.keys(rounds[0]).map((name) => [name, middle(name)]));
}
