// Callers, vendors, receivers and the service with its database, all under faults: see CONTRIBUTING.md.
// Usage: npm run chaos -- [--seed 1] [--tasks 2000] [--kills 30] [--minutes 15]
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Random } from '../../support/random.mjs';
import { OUTPUTS } from '../../simulator/outputs.mjs';
import { checkDeaths, checkDeliveries, checkFiles, checkReplies, rowsOf } from '../support/checks.mjs';
import { Database, freePort, startPrograms, sweepFolders } from '../support/cluster.mjs';
import { Receiver } from '../support/receiver.mjs';
import { Callers } from './callers.mjs';
import {
  checkLedger,
  checkOrders,
  checkRefusals,
  checkResults,
  checkTasks,
  checkUncertain,
} from './checks.mjs';
import { Harm } from './harm.mjs';
import { Link } from './link.mjs';
import { Money } from './money.mjs';
import { kindsOfOrders } from './orders.mjs';
import { printTable } from './table.mjs';
import { checkContracts, startVendors, VENDOR_NAMES, writeVendorsFile } from './vendors.mjs';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    tasks: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '30' },
    minutes: { type: 'string', default: '15' },
    vendors: { type: 'string', default: VENDOR_NAMES.join() },
    keep: { type: 'boolean', default: false },
  },
});
const [seed, wanted, kills, minutes] = ['seed', 'tasks', 'kills', 'minutes'].map((name) =>
  Number(options[name]),
);
const ADMIN_TOKEN = 'chaos-trial-token-0123456789abcdef';
const CALLERS = 8;
const PAUSE_MS = 500;
/** More than so many unfinished tasks, and callers wait. */
const BACKLOG = 200;
/** By then the last orders are done, delivered and booked. */
const DRAIN_MS = 150_000;

const root = path.resolve(import.meta.dirname, '../../..');
const { startEmbeddedPostgres } = await import(path.join(root, 'dist/libs/platform/database/src/index.js'));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-chaos-'));
fs.chmodSync(folder, 0o755); // root's database server runs under another account
const dataDir = path.join(folder, 'data');
const random = new Random(seed);
const database = new Database(path.join(folder, 'postgres'), startEmbeddedPostgres);
const receiver = new Receiver(new Random(seed + 1));
const receiverLink = new Link();
const members = [];
let vendors = [];
let status = 1;
console.log(`seed ${seed}: ${wanted} tasks, ${kills} kills`);
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void tidyUp().then(() => process.exit(1)));
try {
  await database.start();
  await receiver.start();
  await receiverLink.start(0, { host: '127.0.0.1', port: Number(new URL(receiver.url).port) });
  receiver.publicUrl = `${receiverLink.url}/hook`;
  vendors = await startVendors({ folder, root, seed, names: options.vendors.split(',') });
  const [apis, workers] = await startMembers();
  status = await trial(apis, workers);
} finally {
  await tidyUp();
}
process.exit(status);

async function tidyUp() {
  await Promise.all([...members, ...vendors.map(({ member }) => member)].map((member) => member.end()));
  for (const { link } of vendors) link.stop();
  receiverLink.stop();
  await receiver.stop();
  await database.end();
  if (options.keep) console.log(`kept: ${folder}`);
  else fs.rmSync(folder, { recursive: true, force: true });
}

async function startMembers() {
  const vendorsFile = path.join(folder, 'vendors.json');
  writeVendorsFile(vendorsFile, vendors);
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()];
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    BASE_URL: `http://127.0.0.1:${ports[0]}`,
    ADMIN_TOKEN,
    ALLOW_PRIVATE_NETWORKS: 'true',
    RATE_LIMIT: 'off',
    LOG_LEVEL: process.env.TRIAL_LOG ?? 'silent',
    SHUTDOWN_GRACE_SECONDS: '3',
    WEBHOOK_TIMEOUT_MS: '2000',
    WEBHOOK_RETRY_SECONDS: Array(20).fill('1').join(','),
    VENDORS_FILE: vendorsFile,
    MUSPROV_IDLE_SECONDS: '5',
  };
  return startPrograms({ root, ports, env, members });
}

async function trial(apis, workers) {
  const people = await Money.people({ url: apis[0].url, token: ADMIN_TOKEN }, receiver);
  const clip = fs.readFileSync(path.join(root, 'test/simulator/files/clip.mp4'));
  const samples = { picture: OUTPUTS.picture.make('input'), clip };
  const callers = new Callers({
    random: new Random(seed + 2),
    apis,
    accounts: Object.values(people),
    kinds: kindsOfOrders(samples, apis[0].url),
    seed,
  });
  const admin = { name: 'admin', token: ADMIN_TOKEN };
  const money = new Money({ admin, callers });
  await money.begin(people);
  const harm = new Harm({ random, apis, workers, vendors, database, receiverLink });
  const since = Date.now();
  const working = Array.from({ length: CALLERS }, () => callers.work(PAUSE_MS));
  const others = [harm.run(), money.watch(wanted)];
  await untilEnough({ callers, harm, since });
  callers.isOver = harm.isOver = true;
  await Promise.all(working);
  const seconds = (Date.now() - since) / 1000;
  money.isOver = true;
  await Promise.all(others);
  for (const { member } of vendors) await calm(member);
  await Promise.all(members.map((member) => member.untilReady()));
  const drainedMs = await drain();
  const first = await checkTasks(database.url, callers.orders, harm.counts['kill video child'] ?? 0);
  await money.resolve(first.uncertain, vendors, await orderRows());
  await drain();
  const booked = await money.reconcile(vendors);
  await sweepFolders(dataDir, workers[0]);
  return report({ callers, money, harm, first, booked, seconds, drainedMs });
}

async function untilEnough({ callers, harm, since }) {
  let shown = 0;
  while (Date.now() - since < minutes * 60_000) {
    if (callers.problems.length > 0 || (callers.accepted >= wanted && harm.kills >= kills)) return;
    if (Date.now() - since > (shown + 1) * 30_000) {
      shown += 1;
      console.log(
        `  ${shown * 30} s: ${callers.accepted} tasks, ${harm.kills} kills, ${callers.refusals.length} refusals`,
      );
    }
    callers.isPaused = callers.accepted >= wanted || (await openWork()).tasks > BACKLOG;
    await sleep(1_000);
  }
}

async function calm(member) {
  await member.untilReady();
  const faults = { storm: null, drop_before: 0, hang_after: 0, status_429: 0, status_500: 0, status_503: 0 };
  const reply = await fetch(`${member.url}/faults`, { method: 'POST', body: JSON.stringify(faults) });
  await reply.body?.cancel();
}

/**
 * Counts what is still to be done. An order of an uncertain task waits for the admin. An order of an ended task whose vendor
 * never answered waits a quarter of an hour, for a late answer.
 */
async function openWork() {
  const [row] = await rowsOf(
    database.url,
    `select (select count(*)::int from tasks where status not in ('succeeded', 'failed', 'canceled', 'uncertain')) as tasks,
       (select count(*)::int from webhook_deliveries where status = 'pending') as deliveries,
       (select count(*)::int from vendor_orders o join tasks t on t.id = o.task_id
         where o.state <> 'ended' and t.status <> 'uncertain'
           and (o.vendor_id is not null or t.status not in ('failed', 'canceled'))) as orders`,
  ).catch(() => [{ tasks: 0, deliveries: 0, orders: 0 }]);
  return row;
}

async function orderRows() {
  return rowsOf(
    database.url,
    `select task_id as "taskId", reference from vendor_orders order by task_id, attempt`,
  );
}

async function drain() {
  const since = Date.now();
  for (let times = 0; ; times += 1) {
    const work = await openWork();
    const { tasks, deliveries, orders } = work;
    if (tasks + deliveries + orders === 0 || Date.now() - since > DRAIN_MS) return Date.now() - since;
    if (times % 60 === 59) console.log(`  drains: ${JSON.stringify(work)}`);
    await sleep(500);
  }
}

function readAsset({ id, extension }) {
  return fs.readFileSync(path.join(dataDir, 'files/assets', id.slice(-2), id + extension));
}

async function report({ callers, money, harm, first, booked, seconds, drainedMs }) {
  const { url } = database;
  const tasks = await checkTasks(url, callers.orders, harm.counts['kill video child'] ?? 0);
  const orders = await checkOrders(url, vendors, tasks.tasks);
  const results = await checkResults(url, vendors, readAsset);
  const ledger = await checkLedger(url, tasks.tasks);
  const refusals = await checkRefusals(url, callers.refusals, money.allowances);
  const deliveries = await checkDeliveries(url, receiver);
  const files = await checkFiles(url, dataDir);
  const replies = checkReplies(callers, database);
  const deaths = checkDeaths(members, database);
  const own = await money.ownCheck();
  const contracts = await checkContracts(vendors);
  const checks = { tasks, orders, results, ledger, refusals, deliveries, files, replies, deaths, contracts };
  const problems = [checkUncertain(first, vendors), ...Object.values(checks), callers, money].flatMap(
    (check) => check.problems,
  );
  printTable({
    seed,
    seconds,
    drainedMs,
    callers,
    money,
    harm,
    first,
    booked,
    ...checks,
    own,
    receiver,
    members,
    vendors,
    problems,
  });
  return problems.length === 0 ? 0 : 1;
}
