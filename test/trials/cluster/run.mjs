// Two API processes, two workers and a database of their own, under faults: processes and connections are killed, the
// database goes away, receivers are unkind. Nothing may be lost, doubled, told out of order or left over.
// Usage: npm run trial:cluster -- [--seed 1] [--minutes 3]
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { checkDeaths, checkDeliveries, checkFiles, checkReplies, checkTasks, openWork } from './checks.mjs';
import { Clients } from './clients.mjs';
import { Database, freePort, startPrograms, sweepFolders } from './cluster.mjs';
import { Faults } from './faults.mjs';
import { Random } from '../../support/random.mjs';
import { Receiver } from './receiver.mjs';

const { values: options } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, minutes: { type: 'string', default: '3' } },
});
const seed = Number(options.seed);
const minutes = Number(options.minutes);
const TOKEN = 'cluster-trial-token-0123456789abcdef';
const CLIENTS = 4;
/** Per client, so that two cores keep up with what is ordered. */
const PAUSE_MS = 1_500;
/** What was ordered last is done, and told to the last retry, by then. */
const DRAIN_MS = 5 * 60_000;

const root = path.resolve(import.meta.dirname, '../../..');
const { startEmbeddedPostgres } = await import(path.join(root, 'dist/libs/platform/database/src/index.js'));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-cluster-'));
fs.chmodSync(folder, 0o755); // root's database server runs under another account
const dataDir = path.join(folder, 'data');
const random = new Random(seed);

const database = new Database(path.join(folder, 'postgres'), startEmbeddedPostgres);
const receiver = new Receiver(new Random(seed + 1));
const members = [];
let status = 1;
try {
  await database.start();
  await receiver.start();
  const [apis, workers] = await startMembers();
  status = await trial(apis, workers);
} finally {
  await Promise.all(members.map((member) => member.end()));
  await receiver.stop();
  await database.end();
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit(status);

async function startMembers() {
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()];
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    BASE_URL: `http://127.0.0.1:${ports[0]}`,
    ADMIN_TOKEN: TOKEN,
    ALLOW_PRIVATE_NETWORKS: 'true',
    RATE_LIMIT: 'off',
    LOG_LEVEL: process.env.TRIAL_LOG ?? 'silent',
    SHUTDOWN_GRACE_SECONDS: '3',
    WEBHOOK_TIMEOUT_MS: '2000',
    WEBHOOK_RETRY_SECONDS: Array(18).fill('1').join(','),
  };
  return startPrograms({ root, ports, env, members });
}

async function trial(apis, workers) {
  const samples = path.join(root, 'libs/media/work/src/samples/files');
  const clients = new Clients({
    random: new Random(seed + 2),
    apis,
    token: TOKEN,
    hook: receiver.url,
    seed,
    samples: {
      picture: fs.readFileSync(path.join(samples, 'portrait.jpg')),
      clip: fs.readFileSync(path.join(samples, 'clip.mp4')),
    },
  });
  receiver.expect((await (await clients.get('/users/webhook-secret')).json()).secret);
  const faults = new Faults({ random, apis, workers, database });
  const since = Date.now();
  const working = Array.from({ length: CLIENTS }, () => clients.work(PAUSE_MS));
  const harming = faults.run();
  await Promise.race([sleep(minutes * 60_000), Promise.all(working)]);
  faults.isOver = true;
  await harming;
  clients.isOver = true;
  await Promise.all(working);
  await Promise.all(members.map((member) => member.untilReady()));
  const drainedMs = await drain();
  await sweepFolders(dataDir, workers[0]);
  return report({ clients, faults, drainedMs, since });
}

async function drain() {
  const since = Date.now();
  for (;;) {
    const { tasks, deliveries } = await openWork(database.url);
    if (tasks + deliveries === 0 || Date.now() - since > DRAIN_MS) return Date.now() - since;
    await sleep(500);
  }
}

async function report({ clients, faults, drainedMs, since }) {
  const tasks = await checkTasks(database.url, clients.orders, faults.counts['kill video child'] ?? 0);
  const deliveries = await checkDeliveries(database.url, receiver);
  const files = await checkFiles(database.url, dataDir);
  const replies = checkReplies(clients, database);
  const deaths = checkDeaths(members, database);
  const problems = [tasks, deliveries, files, replies, deaths].flatMap((check) => check.problems);
  problems.push(...clients.problems);
  const seconds = (ms) => `${Math.round(ms / 100) / 10} s`;
  console.log(`seed ${seed}: ${seconds(Date.now() - since)}, drained in ${seconds(drainedMs)}`);
  console.log('  faults   ', JSON.stringify(faults.counts), `slowest end ${seconds(faults.slowestEndMs)}`);
  console.log('  starts   ', members.map(({ name, starts }) => `${name} ${starts}`).join(', '));
  console.log(
    '  replies  ',
    JSON.stringify(Object.fromEntries(clients.statuses)),
    `${replies.early} x 503 with the database there`,
  );
  console.log(
    '  tasks    ',
    tasks.count,
    'given up',
    tasks.givenUp,
    'deliveries',
    deliveries.count,
    'calls',
    receiver.calls,
    'files',
    files.count,
  );
  for (const problem of problems) console.log('  PROBLEM  ', problem);
  console.log(problems.length === 0 ? '  passed' : `  FAILED: ${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
}
