// An API and a worker of an earlier commit under load, the present ones beside them on the same database, then the earlier
// ones stop. No task may fail or be lost, and no reply be other than 2xx, 4xx or 503.
// Usage: npm run trial:upgrade -- --from <commit> [--seconds 30]
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Random } from '../../support/random.mjs';
import { checkDeaths, checkDeliveries, checkTasks, openWork } from '../support/checks.mjs';
import { Clients } from '../support/clients.mjs';
import { Database, freePort, Member } from '../support/cluster.mjs';
import { Receiver } from '../support/receiver.mjs';

const { values: options } = parseArgs({
  options: { from: { type: 'string' }, seconds: { type: 'string', default: '30' } },
});
if (!options.from) throw new Error('Say which commit the earlier processes are of: --from <commit>');
const phaseMs = Number(options.seconds) * 1_000;
const TOKEN = 'upgrade-trial-token-0123456789abcdef';
/** Videos take long on a busy machine. */
const DRAIN_MS = 15 * 60_000;
const PAUSE_MS = 300;
/** Pause between the orders of a caller: videos of the earlier version give up when they wait long for a processor. */
const ORDER_PAUSE_MS = 2_000;

const root = path.resolve(import.meta.dirname, '../../..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-upgrade-'));
fs.chmodSync(folder, 0o755); // root's database server runs under another account
const earlier = buildEarlier(path.join(folder, 'earlier'));
const { startEmbeddedPostgres } = await import(path.join(root, 'dist/libs/platform/database/src/index.js'));
const database = new Database(path.join(folder, 'postgres'), startEmbeddedPostgres);
const receiver = new Receiver(new Random(2));
const sample = (name) => fs.readFileSync(path.join(root, 'libs/media/work/src/samples/files', name));
/** Has a video at an address that stays, whichever versions run. */
const clips = createServer((_, response) =>
  response.setHeader('content-type', 'video/mp4').end(sample('clip.mp4')),
);
const members = [];
let status = 1;
try {
  await database.start();
  await receiver.start();
  await once(clips.listen(0, '127.0.0.1'), 'listening');
  status = await trial();
} finally {
  await Promise.all(members.map((member) => member.end()));
  await receiver.stop();
  clips.close();
  await database.end();
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit(status);

/** The server, with the packages and the pages that are here, and packages that only it needs. */
function buildEarlier(target) {
  fs.mkdirSync(target);
  const archive = execFileSync('git', ['archive', options.from], { cwd: root, maxBuffer: 1e9 });
  execFileSync('tar', ['-x'], { cwd: target, input: archive });
  linkModules(target);
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(target, 'package.json'), 'utf8'));
  const gone = Object.entries(dependencies)
    .filter(([name]) => !fs.existsSync(path.join(root, 'node_modules', name)))
    .map(([name, version]) => `${name}@${version}`);
  // Beside it, where its modules look next.
  if (gone.length > 0)
    execFileSync('npm', ['install', '--no-save', '--prefix', folder, ...gone], { cwd: folder });
  const reader = path.join(target, 'packages/package-reader/tsconfig.build.json');
  execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', reader], {
    stdio: 'inherit',
  });
  const nest = path.join(root, 'node_modules/@nestjs/cli/bin/nest.js');
  execFileSync(process.execPath, [nest, 'build', 'api'], { cwd: target, stdio: 'inherit' });
  const copy = (from, to) => fs.cpSync(from, path.join(target, 'dist', to), { recursive: true });
  for (const file of fs.globSync('libs/**/{samples/files/*,*.sql}', { cwd: target }))
    copy(path.join(target, file), file);
  for (const pages of ['console', 'guide']) copy(path.join(root, 'dist/apps', pages), `apps/${pages}`);
  return target;
}

/** The packages that are here, but for those of its own repository. */
function linkModules(target) {
  const [here, there] = [root, target].map((folder) => path.join(folder, 'node_modules'));
  fs.mkdirSync(path.join(there, '@atelier'), { recursive: true });
  const link = (from, name) => fs.symlinkSync(from, path.join(there, name));
  for (const name of fs.readdirSync(here).filter((one) => one !== '@atelier'))
    link(path.join(here, name), name);
  for (const name of fs.readdirSync(path.join(here, '@atelier')))
    link(path.join(name === 'package-reader' ? target : root, 'packages', name), `@atelier/${name}`);
}

/** An API and a worker of the version that is built in `from`. */
async function startVersion(name, from) {
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: path.join(folder, 'data'),
    ADMIN_TOKEN: TOKEN,
    ALLOW_PRIVATE_NETWORKS: 'true',
    RATE_LIMIT: 'off',
    LOG_LEVEL: process.env.TRIAL_LOG ?? 'silent',
    WEBHOOK_RETRY_SECONDS: Array(18).fill('1').join(','),
  };
  const started = [];
  for (const [app, setting] of [
    ['api', 'PORT'],
    ['worker', 'WORKER_PORT'],
  ]) {
    const port = await freePort();
    const program = path.join(from, `dist/apps/${app}/src/main.js`);
    const runsJobs = app === 'api' ? { RUN_JOBS: 'false' } : {};
    const member = new Member(`${name} ${app}`, program, port, {
      ...env,
      ...runsJobs,
      [setting]: String(port),
    });
    members.push(member);
    member.start();
    await member.untilReady();
    started.push(member);
  }
  return started;
}

async function trial() {
  const since = Date.now();
  const [api, worker] = await startVersion('earlier', earlier);
  const clients = new Clients({
    random: new Random(1),
    apis: [api],
    token: TOKEN,
    hook: receiver.url,
    seed: 1,
    samples: { picture: sample('portrait.jpg'), clip: sample('clip.mp4') },
    clipUrl: `http://127.0.0.1:${clips.address().port}/clip.mp4`,
  });
  receiver.expect((await (await clients.get('/users/webhook-secret')).json()).secret);
  const working = [
    clients.work(ORDER_PAUSE_MS),
    clients.work(ORDER_PAUSE_MS),
    browse(clients, 'a'),
    browse(clients, 'b'),
  ];
  await sleep(phaseMs);
  const ordered = clients.orders.size;
  const [present] = await startVersion('present', root);
  clients.apis = [present, api];
  await sleep(phaseMs);
  // As a load balancer does before it lets a process stop.
  clients.apis = [present];
  await sleep(1_000);
  await Promise.all([api.end(), worker.end()]);
  await sleep(phaseMs / 2);
  clients.isOver = true;
  await Promise.all(working);
  await drain();
  return report(clients, { ordered, seconds: Math.round((Date.now() - since) / 1_000) });
}

/** Reads, searches and writes to the registry, one after the other. */
async function browse(clients, name) {
  const json = { 'content-type': 'application/json' };
  for (let turn = 0; !clients.isOver; turn += 1) {
    const publisher = JSON.stringify({ id: `trial-${name}-${turn}`, name: `Trial ${turn}` });
    for (const [method, target, body] of [
      ['POST', '/publishers', publisher],
      ['GET', `/publishers/trial-${name}-${turn}`],
      ['GET', '/nodes/search?search=trial'],
      ['GET', '/nodes?limit=5'],
      ['GET', '/tasks?limit=5'],
      ['GET', '/usage'],
    ]) {
      await clients.call(target, { method, body, headers: body ? json : {} }).catch((error) => {
        clients.problems.push(`${method} ${target}: ${error.cause?.code ?? error.message}`);
      });
      await sleep(PAUSE_MS / 3);
    }
  }
}

async function drain() {
  const until = Date.now() + DRAIN_MS;
  for (;;) {
    const { tasks, deliveries } = await openWork(database.url);
    if (tasks + deliveries === 0 || Date.now() > until) return;
    await sleep(500);
  }
}

async function report(clients, { ordered, seconds }) {
  const tasks = await checkTasks(database.url, clients.orders);
  const deliveries = await checkDeliveries(database.url, receiver);
  const { problems: deaths } = checkDeaths(members, database);
  const odd = clients.failures
    .filter(({ status, hasRetryAfter }) => status !== 503 || !hasRetryAfter)
    .map(({ status, target }) => `${target} answered ${status}`);
  const problems = [...tasks.problems, ...deliveries.problems, ...deaths, ...odd, ...clients.problems];
  console.log(
    `${options.from} to the present in ${seconds} s; ${ordered} tasks before the present one started`,
  );
  console.log('  tasks    ', tasks.count, 'deliveries', deliveries.count);
  console.log('  replies  ', JSON.stringify(Object.fromEntries(clients.statuses)));
  for (const problem of problems) console.log('  PROBLEM  ', problem);
  console.log(problems.length === 0 ? '  passed' : `  FAILED: ${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
}
