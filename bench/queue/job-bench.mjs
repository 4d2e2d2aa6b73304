/**
 * Measures the job queue on a real PostgreSQL: `npm run build && node bench/queue/job-bench.mjs [DATABASE_URL]`.
 * Without a URL it starts the embedded server in a temporary folder. Prints throughput, start latency and the time in
 * which the jobs of a killed process run again.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { ConfigModule, Environment } from '../../dist/libs/platform/config/src/index.js';
import {
  DatabaseModule,
  NO_TRANSACTION,
  runMigrations,
  startEmbeddedPostgres,
} from '../../dist/libs/platform/database/src/index.js';
import { done, JobHandler, JobQueue, QueueModule } from '../../dist/libs/platform/queue/src/index.js';

const COUNT = Number(process.env.BENCH_JOBS ?? 10_000);
const started = new Map();

class TrivialJob {
  async run() {
    return done();
  }
}
class NarrowJob extends TrivialJob {}
class TimedJob {
  async run({ key }) {
    started.set(key, performance.now());
    return done();
  }
}
JobHandler({ name: 'bench.trivial', maxAttempts: 3, concurrency: 100 })(TrivialJob);
JobHandler({ name: 'bench.narrow', maxAttempts: 3, concurrency: 4 })(NarrowJob);
JobHandler({ name: 'bench.timed', maxAttempts: 3, concurrency: 4 })(TimedJob);

async function createWorker(url, runsJobs = true) {
  class BenchModule {}
  const module = {
    module: BenchModule,
    imports: [
      ConfigModule.with(new Environment({ DATABASE_URL: url, RUN_JOBS: String(runsJobs) })),
      DatabaseModule,
      QueueModule,
    ],
    providers: [TrivialJob, NarrowJob, TimedJob],
  };
  return NestFactory.createApplicationContext(module, { logger: ['error', 'warn'] });
}

async function waitUntilEmpty(client, name) {
  for (;;) {
    const { rows } = await client.query('select 1 from jobs where name = $1 limit 1', [name]);
    if (rows.length === 0) return;
    await sleep(5);
  }
}

/** The jobs are waiting when the worker starts. */
async function measureThroughput(url, client, handler, name) {
  const sender = await createWorker(url, false);
  const entries = Array.from({ length: COUNT }, (_, index) => ({ payload: { index } }));
  const sentAt = performance.now();
  for (let index = 0; index < COUNT; index += 1_000) {
    await sender.get(JobQueue).enqueueMany(NO_TRANSACTION, handler, entries.slice(index, index + 1_000));
  }
  const sendRate = COUNT / ((performance.now() - sentAt) / 1_000);
  await sender.close();
  const begin = performance.now();
  const worker = await createWorker(url);
  await waitUntilEmpty(client, name);
  const rate = COUNT / ((performance.now() - begin) / 1_000);
  await worker.close();
  console.log(
    `${name}: ${Math.round(rate)} jobs/s run, ${Math.round(sendRate)} jobs/s added in batches of 1000`,
  );
}

function percentile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)].toFixed(1);
}

async function measureLatency(url) {
  const worker = await createWorker(url);
  const queue = worker.get(JobQueue);
  const latencies = [];
  for (let index = 0; index < 300; index += 1) {
    const key = String(index);
    const sentAt = performance.now();
    await queue.enqueue(NO_TRANSACTION, TimedJob, { key });
    while (!started.has(key)) await sleep(1);
    latencies.push(started.get(key) - sentAt);
    await sleep(5);
  }
  await worker.close();
  console.log(
    `from the call of enqueue, its commit included, to the start: p50 ${percentile(latencies, 0.5)} ms, p99 ${percentile(latencies, 0.99)} ms`,
  );
}

/** The worker is waiting on an empty table when the jobs arrive. */
async function measureBurst(url, client) {
  const worker = await createWorker(url);
  const entries = Array.from({ length: 5 * COUNT }, (_, index) => ({ payload: { index } }));
  const begin = performance.now();
  for (let index = 0; index < entries.length; index += 1_000) {
    await worker.get(JobQueue).enqueueMany(NO_TRANSACTION, TrivialJob, entries.slice(index, index + 1_000));
  }
  await waitUntilEmpty(client, 'bench.trivial');
  const rate = entries.length / ((performance.now() - begin) / 1_000);
  await worker.close();
  console.log(`bench.trivial: ${Math.round(rate)} jobs/s added and run by the same process`);
}

async function startWorkerProcess(url, jobMs) {
  const file = path.join(import.meta.dirname, '../../test/e2e/queue/worker-process.mjs');
  const worker = fork(file, { env: { ...process.env, DATABASE_URL: url, JOB_MS: String(jobMs) } });
  await once(worker, 'message');
  return worker;
}

async function kill(...workers) {
  await Promise.all(workers.map((worker) => (worker.kill('SIGKILL'), once(worker, 'exit'))));
}

async function waitForRows(client, sql, values = []) {
  for (;;) {
    const { rows } = await client.query(sql, values);
    if (rows.length > 0) return rows;
    await sleep(5);
  }
}

/** From the kill of a process to the moment its running jobs run again in another one. */
async function measureTakeover(url, client) {
  const times = [];
  for (let round = 0; round < 5; round += 1) {
    await client.query('truncate crash_runs');
    const doomed = await startWorkerProcess(url, 3_600_000);
    doomed.send({ enqueue: 4 });
    await waitForRows(client, 'select count(*) from crash_runs having count(*) >= 4');
    const heir = await startWorkerProcess(url, 0);
    await sleep(Math.random() * 1_000);
    const killedAt = performance.now();
    await kill(doomed);
    await waitForRows(client, 'select count(ended_at) from crash_runs having count(ended_at) >= 4');
    times.push(performance.now() - killedAt);
    await kill(heir);
  }
  const [least, most] = [Math.min(...times), Math.max(...times)].map(Math.round);
  console.log(`4 jobs of a killed process ended in another one after ${least} to ${most} ms (5 rounds)`);
}

/** From the start of a new process, after all were killed, to the end of the jobs that they were running. */
async function measureRestart(url, client) {
  await client.query('truncate crash_runs');
  const doomed = await startWorkerProcess(url, 3_600_000);
  doomed.send({ enqueue: 50 });
  await waitForRows(client, 'select count(*) from crash_runs having count(*) >= 4');
  await kill(doomed);
  const startedAt = performance.now();
  const heir = await startWorkerProcess(url, 0);
  const readyMs = Math.round(performance.now() - startedAt);
  await waitForRows(client, 'select count(ended_at) from crash_runs having count(ended_at) >= 50');
  console.log(
    `50 jobs, all processes killed: ready ${readyMs} ms after the new start, all ended after ` +
      `${Math.round(performance.now() - startedAt)} ms`,
  );
  await kill(heir);
}

/** The given server, or an embedded one that ends with this process. */
async function openDatabase() {
  if (process.argv[2]) return { url: process.argv[2], close: async () => undefined };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'job-bench-'));
  const server = await startEmbeddedPostgres({ dataDir: folder, database: 'bench' });
  return {
    url: server.url,
    close: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const database = await openDatabase();
await runMigrations(database.url);
const client = new pg.Client({ connectionString: database.url });
await client.connect();
await client.query(`create table if not exists crash_runs (
  id serial primary key, job integer not null, pid integer not null,
  started_at timestamptz not null default clock_timestamp(), ended_at timestamptz)`);
await measureThroughput(database.url, client, TrivialJob, 'bench.trivial');
await measureThroughput(database.url, client, NarrowJob, 'bench.narrow');
await measureBurst(database.url, client);
await measureLatency(database.url);
await measureTakeover(database.url, client);
await measureRestart(database.url, client);
await client.end();
await database.close();
