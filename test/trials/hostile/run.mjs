// The service as it is installed, with its default limits, while attackers from many addresses do their worst. An honest
// caller must hardly notice: no reply lost, no task failed, and its slowest replies within three times of quiet hours.
// Usage: npm run trial:hostile -- [--seed 1] [--minutes 30] [--quiet 60] [--after 60] [--only 'picture bombs,idle streams']
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MEMORY_SETTINGS } from '../../../scripts/memory.mjs';
import { freePort, Member } from '../support/cluster.mjs';
import { HonestCaller } from './honest-caller.mjs';
import { bytesBelow, memoryOf } from './memory.mjs';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '30' },
    quiet: { type: 'string', default: '60' },
    only: { type: 'string' },
    after: { type: 'string', default: '60' },
  },
});
const ADMIN_TOKEN = 'hostile-trial-token-0123456789abcdef';
const SAMPLE_MS = 1_000;
const NODES = 50;
const SLOWER_MAX = 3;
const SETTLE_MS = 5 * 60_000;

const root = path.resolve(import.meta.dirname, '../../..');
const samples = path.join(root, 'libs/media/work/src/samples/files');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-hostile-'));
fs.chmodSync(folder, 0o755); // root's database server runs under another account
const port = await freePort();
const service = new Member('service', path.join(root, 'dist/apps/api/src/main.js'), port, {
  ...MEMORY_SETTINGS,
  DATA_DIR: path.join(folder, 'data'),
  PORT: String(port),
  ADMIN_TOKEN,
  LOG_LEVEL: process.env.TRIAL_LOG ?? 'silent',
});
let status = 1;
try {
  service.start();
  await service.untilReady();
  status = await trial();
} finally {
  await service.end();
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit(status);

async function trial() {
  const [grace, mallory] = [await person('grace'), await person('mallory')];
  await fillRegistry(grace);
  const picture = fs.readFileSync(path.join(samples, 'portrait.jpg'));
  const caller = new HonestCaller({ url: service.url, token: grace, picture });
  const memory = watchMemory();
  await caller.during(10_000);
  const quiet = await caller.during(Number(options.quiet) * 1_000);
  const attackers = fork(path.join(import.meta.dirname, 'attackers.mjs'), [
    JSON.stringify({
      url: service.url,
      token: mallory,
      clip: path.join(samples, 'clip.mp4'),
      seed: Number(options.seed),
      only: options.only,
    }),
  ]);
  const minutes = [];
  for (let left = Number(options.minutes); left > 0; left -= 1)
    minutes.push(await caller.during(Math.min(left, 1) * 60_000));
  const [outcomes] = await Promise.all([once(attackers, 'message'), attackers.send('end')]).then(
    ([message]) => message,
  );
  const stored = bytesBelow(path.join(folder, 'data/files'));
  const tasks = await caller.settled(SETTLE_MS);
  await sleep(Number(options.after) * 1_000);
  return report({ caller, quiet, minutes, outcomes, tasks, stored, memory: memory.end() });
}

function report({ caller, quiet: { times: quiet, waits }, minutes, outcomes, tasks, stored, memory }) {
  const problems = [...caller.problems, ...service.deaths.map(({ words }) => words)];
  const hostile = merged(minutes.map(({ times }) => times));
  console.log(`seed ${options.seed}, ${options.minutes} minutes; load ${os.loadavg()[0].toFixed(1)}`);
  for (const name of [...Object.keys(quiet), 'all']) {
    const [before, during] = [quiet, hostile].map((times) =>
      name === 'all' ? Object.values(times).flat() : (times[name] ?? []),
    );
    const ratio = percentile(during, 95) / percentile(before, 95);
    console.log(
      `  ${name.padEnd(8)}`,
      `quiet p50 ${shown(before, 50)} p95 ${shown(before, 95)} (${before.length});`,
      `hostile p50 ${shown(during, 50)} p95 ${shown(during, 95)} max ${shown(during, 100)} (${during.length}); p95 x ${ratio.toFixed(2)}`,
    );
    if (name === 'all' && !(ratio < SLOWER_MAX))
      problems.push(`p95 is ${ratio.toFixed(2)} times that of quiet hours`);
  }
  const slowest = minutes.map(({ times }) => Math.round(percentile(Object.values(times).flat(), 95)));
  console.log(`  p95 of each minute: ${slowest.join(' ')} ms`);
  const hostileWaits = minutes.flatMap((minute) => minute.waits);
  console.log(
    `  pictures quiet p50 ${shown(waits, 50)} p95 ${shown(waits, 95)} (${waits.length});`,
    `hostile p50 ${shown(hostileWaits, 50)} p95 ${shown(hostileWaits, 95)} max ${shown(hostileWaits, 100)} (${hostileWaits.length});`,
    `waiting after each minute: ${minutes.map(({ open }) => open).join(' ')}`,
  );
  console.log('  tasks   ', JSON.stringify(tasks), 'starts', service.starts);
  console.log(`  memory   ${JSON.stringify(memory)} MB; files ${Math.round(stored / 1024 / 1024)} MB`);
  for (const [name, counts] of Object.entries(outcomes))
    console.log('  attack  ', name.padEnd(18), JSON.stringify(counts));
  if (tasks.open) problems.push(`${tasks.open} tasks have not ended`);
  for (const problem of problems) console.log('  PROBLEM ', problem);
  console.log(problems.length === 0 ? '  passed' : `  FAILED: ${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
}

/** The times of all parts together. */
function merged(parts) {
  const names = new Set(parts.flatMap((times) => Object.keys(times)));
  return Object.fromEntries([...names].map((name) => [name, parts.flatMap((times) => times[name] ?? [])]));
}

function watchMemory() {
  const most = { service: 0, children: 0, largest: 0, together: 0 };
  let last;
  const timer = setInterval(() => {
    if (!service.runs) return;
    last = memoryOf(service.pid);
    const together = last.service + last.children;
    for (const [name, value] of Object.entries({ ...last, together }))
      most[name] = Math.max(most[name], value);
  }, SAMPLE_MS);
  return {
    end() {
      clearInterval(timer);
      return { most, minuteAfter: last };
    },
  };
}

async function person(name) {
  const made = await call(ADMIN_TOKEN, '/admin/users', { name, email: `${name}@example.com` });
  const { token } = await call(undefined, `/invitations/${made.invitation.code}/accept`, {});
  return token;
}

async function fillRegistry(token) {
  await call(token, '/publishers', { id: 'trial-grace', name: 'Grace' });
  for (let index = 0; index < NODES; index += 1) {
    await call(token, '/publishers/trial-grace/nodes', {
      id: `trial-node-${index}`,
      name: `Trial ${index} image loader`,
      description: `Masks, videos and upscaling, number ${index}.`,
    });
  }
}

async function call(token, target, fields) {
  const reply = await fetch(service.url + target, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(fields),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${target}: ${reply.status} ${text}`);
  return text ? JSON.parse(text) : undefined;
}

function percentile(times, percent) {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? NaN;
}

function shown(times, percent) {
  return `${percentile(times, percent).toFixed(1)} ms`;
}
