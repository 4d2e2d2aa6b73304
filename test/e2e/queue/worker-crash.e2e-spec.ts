import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createTestDatabase, rowsOf } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const CREATE_RUNS = `create table crash_runs (
  id serial primary key, job integer not null, pid integer not null,
  started_at timestamptz not null default clock_timestamp(), ended_at timestamptz)`;

type Counts = { started: number; finished: number; jobs: number };

describe('A process that runs jobs and is killed', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let workers: ChildProcess[];

  beforeEach(async () => {
    database = await createTestDatabase();
    workers = [];
    await rowsOf(database.url, CREATE_RUNS);
  });

  afterEach(async () => {
    await Promise.all(workers.map((worker) => end(worker, 'SIGKILL')));
    await database.drop();
  });

  async function startWorker(settings: Record<string, string>): Promise<ChildProcess> {
    const file = path.join(import.meta.dirname, 'worker-process.mjs');
    const worker = fork(file, { env: { ...process.env, ...settings, DATABASE_URL: database.url } });
    workers.push(worker);
    await once(worker, 'message');
    return worker;
  }

  async function end(worker: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    if (worker.exitCode !== null || worker.signalCode !== null) return;
    const exited = once(worker, 'exit');
    worker.kill(signal);
    await exited;
  }

  async function counts(): Promise<Counts> {
    const [row] = await rowsOf<Counts>(
      database.url,
      `select count(*)::int as started, count(ended_at)::int as finished,
         count(distinct job) filter (where ended_at is not null)::int as jobs from crash_runs`,
    );
    return row ?? { started: 0, finished: 0, jobs: 0 };
  }

  async function openJobs(): Promise<number> {
    const [row] = await rowsOf<{ count: number }>(
      database.url,
      `select count(*)::int as count from jobs where name = 'test.crash'`,
    );
    return row?.count ?? 0;
  }

  it('has its jobs run by another process, long before their lease ends', async () => {
    const doomed = await startWorker({ JOB_MS: '3600000' });
    doomed.send({ enqueue: 10 });
    await until(async () => (await counts()).started === 4);
    await startWorker({ JOB_MS: '0' });
    await until(async () => (await counts()).jobs === 6);
    await end(doomed, 'SIGKILL');
    await rowsOf(
      database.url,
      `update jobs set lease_until = now() + interval '1 hour' where worker is not null`,
    );
    await until(async () => (await openJobs()) === 0);
    expect((await counts()).jobs).toBe(10);
  });

  it('has its jobs run after a restart, when all processes were killed', async () => {
    const doomed = [await startWorker({ JOB_MS: '3600000' }), await startWorker({ JOB_MS: '3600000' })];
    doomed[0]?.send({ enqueue: 50 });
    await until(async () => (await counts()).started === 8);
    await Promise.all(doomed.map((worker) => end(worker, 'SIGKILL')));
    await startWorker({ JOB_MS: '1' });
    await until(async () => (await openJobs()) === 0);
    expect(await counts()).toMatchObject({ jobs: 50, finished: 50 });
  });

  it('loses no job over several kills in the middle of many short jobs', async () => {
    const first = await startWorker({ JOB_MS: '2', CONCURRENCY: '20' });
    first.send({ enqueue: 3_000 });
    for (let kills = 1; kills <= 3; kills += 1) {
      await until(async () => (await counts()).finished >= kills * 300);
      await Promise.all(workers.map((worker) => end(worker, 'SIGKILL')));
      await startWorker({ JOB_MS: '2', CONCURRENCY: '20' });
    }
    await until(async () => (await openJobs()) === 0);
    const { jobs, started } = await counts();
    expect(jobs).toBe(3_000);
    // What ran at the time of a kill is all that runs twice, with what was finished and not yet settled.
    expect(started).toBeLessThan(3_000 + 3 * 200);
  });

  it('is not given a job for ever that was running at each of its ends', async () => {
    // Two crashes are free, then each uses up one of the two attempts.
    const kills = 4;
    for (let kill = 1; kill <= kills; kill += 1) {
      const worker = await startWorker({ JOB_MS: '3600000' });
      if (kill === 1) worker.send({ enqueue: 1 });
      await until(async () => (await counts()).started === kill);
      await end(worker, 'SIGKILL');
    }
    await startWorker({ JOB_MS: '3600000' });
    const death = () =>
      rowsOf<{ code: string }>(
        database.url,
        `select error ->> 'code' as code from jobs where name = 'test.crash' and dead_at is not null`,
      );
    await until(async () => (await death()).length === 1);
    expect(await death()).toEqual([{ code: 'worker_lost' }]);
    expect((await counts()).started).toBe(kills);
  });

  it('hands its jobs back when it is asked to end and they take too long', async () => {
    const ending = await startWorker({ JOB_MS: '3600000', SHUTDOWN_GRACE_SECONDS: '0' });
    ending.send({ enqueue: 4 });
    await until(async () => (await counts()).started === 4);
    await end(ending, 'SIGTERM');
    const rows = await rowsOf<{ worker: number | null; failed_attempts: number }>(
      database.url,
      `select worker, failed_attempts from jobs where name = 'test.crash'`,
    );
    expect(rows).toEqual(Array.from({ length: 4 }, () => ({ worker: null, failed_attempts: 0 })));
    await startWorker({ JOB_MS: '0' });
    await until(async () => (await openJobs()) === 0);
    expect((await counts()).jobs).toBe(4);
  });

  it('leaves the work to others when many start at once on a new database', async () => {
    const started = await Promise.all(Array.from({ length: 4 }, () => startWorker({ JOB_MS: '1' })));
    started[0]?.send({ enqueue: 400 });
    await until(async () => (await counts()).jobs === 400);
    expect(await counts()).toEqual({ started: 400, finished: 400, jobs: 400 });
    const pids = await rowsOf(database.url, 'select distinct pid from crash_runs');
    expect(pids.length).toBeGreaterThan(1);
  });
});
