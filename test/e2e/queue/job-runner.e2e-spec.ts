import { NO_TRANSACTION } from '#libs/platform/database';
import {
  again,
  done,
  InvalidJobHandlers,
  type Job,
  JobHandler,
  type JobHandlerOptions,
  type JobOutcome,
  type JobRun,
} from '#libs/platform/queue';
import { JobsRepository } from '../../../libs/platform/queue/src/jobs.repository.js';
import { createTestDatabase, rowsOf } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { drain } from '../../support/jobs.js';
import { Gate, QueueApp } from './queue-app.js';

type Payload = { id: string };

const rules = { maxAttempts: 1 };

describe('A process that runs jobs', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let apps: QueueApp[];

  beforeEach(async () => {
    database = await createTestDatabase();
    apps = [];
  });

  afterEach(async () => {
    await Promise.all(apps.map((app) => app.stop()));
    await database.drop();
  });

  async function start(
    handlers: Parameters<typeof QueueApp.start>[1],
    settings: Record<string, string> = {},
  ): Promise<QueueApp> {
    const app = await QueueApp.start(database.url, handlers, settings);
    apps.push(app);
    return app;
  }

  async function stop(app: QueueApp): Promise<void> {
    apps = apps.filter((other) => other !== app);
    await app.stop();
  }

  /** A handler whose runs stay open until the test opens the gate, or their signal is aborted. */
  function heldHandler(name: string) {
    const gate = new Gate();
    const runs: JobRun[] = [];
    @JobHandler({ name, ...rules })
    class HeldJob implements Job<Payload> {
      async run(_payload: Payload, run: JobRun): Promise<JobOutcome> {
        runs.push(run);
        const aborted = new Promise((_, reject) => run.signal.addEventListener('abort', reject));
        await Promise.race([gate.opened, aborted]);
        return done();
      }
    }
    return { HeldJob, gate, runs };
  }

  it('refuses to start when a job has two handlers', async () => {
    @JobHandler({ name: 'test.twice', ...rules })
    class FirstJob implements Job<Payload> {
      run = async () => done();
    }
    @JobHandler({ name: 'test.twice', ...rules })
    class SecondJob implements Job<Payload> {
      run = async () => done();
    }
    await expect(QueueApp.start(database.url, [FirstJob, SecondJob])).rejects.toThrow(
      new InvalidJobHandlers('The job test.twice has two handlers'),
    );
  });

  it.each([
    ['maxAttempts', 0],
    ['concurrency', 1.5],
    ['every', 'whenever'],
  ])('refuses to start when %s of a handler is %p', async (option, value) => {
    const options = { name: 'test.wrong', ...rules, [option]: value } as JobHandlerOptions;
    @JobHandler(options)
    class WrongJob implements Job<Payload> {
      run = async () => done();
    }
    await expect(QueueApp.start(database.url, [WrongJob])).rejects.toThrow(InvalidJobHandlers);
  });

  it('begins the next job beside one that has freed its place', async () => {
    const gate = new Gate();
    const runs: JobRun[] = [];
    @JobHandler({ name: 'test.nearly-done', ...rules, concurrency: 1 })
    class NearlyDoneJob implements Job<Payload> {
      async run(_payload: Payload, run: JobRun): Promise<JobOutcome> {
        runs.push(run);
        await gate.opened;
        return done();
      }
    }
    const app = await start([NearlyDoneJob]);
    for (const id of ['a', 'b']) await app.queue.enqueue(NO_TRANSACTION, NearlyDoneJob, { id });
    await until(() => runs.length === 1);
    runs[0]?.freePlace?.();
    runs[0]?.freePlace?.();
    await until(() => runs.length === 2);
    gate.open();
    await drain(app);
    expect(runs).toHaveLength(2);
  });

  it('only adds jobs when it is set not to run them', async () => {
    const ids: string[] = [];
    @JobHandler({ name: 'test.elsewhere', ...rules })
    class ElsewhereJob implements Job<Payload> {
      async run({ id }: Payload): Promise<JobOutcome> {
        ids.push(id);
        return done();
      }
    }
    const sender = await start([ElsewhereJob], { RUN_JOBS: 'false' });
    await sender.queue.enqueue(NO_TRANSACTION, ElsewhereJob, { id: 'a' });
    await expect(drain(sender, { timeoutMs: 50 })).rejects.toThrow('test.elsewhere');
    expect(ids).toEqual([]);
    await start([ElsewhereJob]);
    await drain(sender);
    expect(ids).toEqual(['a']);
  });

  it('refuses a class that is no handler, and a handler that no module provides', async () => {
    class NoJob implements Job<Payload> {
      run = async () => done();
    }
    @JobHandler({ name: 'test.nowhere', ...rules })
    class NowhereJob implements Job<Payload> {
      run = async () => done();
    }
    const app = await start([]);
    await expect(app.queue.enqueue(NO_TRANSACTION, NoJob, { id: 'a' })).rejects.toThrow('@JobHandler');
    await expect(app.queue.enqueue(NO_TRANSACTION, NowhereJob, { id: 'a' })).rejects.toThrow('test.nowhere');
  });

  it('lets running jobs end when it is stopped', async () => {
    const { HeldJob, gate, runs } = heldHandler('test.held');
    const app = await start([HeldJob]);
    await app.queue.enqueue(NO_TRANSACTION, HeldJob, { id: 'a' });
    await until(() => runs.length === 1);
    const stopped = stop(app);
    gate.open();
    await stopped;
    expect(runs[0]?.signal.aborted).toBe(false);
    expect(await rowsOf(database.url, 'select 1 from jobs')).toEqual([]);
  });

  it('aborts running jobs that outlast the grace and hands them back as if they had not run', async () => {
    const { HeldJob, runs } = heldHandler('test.held');
    const first = await start([HeldJob], { SHUTDOWN_GRACE_SECONDS: '0' });
    await first.queue.enqueue(NO_TRANSACTION, HeldJob, { id: 'a' });
    await until(() => runs.length === 1);
    await stop(first);
    expect(runs[0]?.signal.aborted).toBe(true);

    const again = heldHandler('test.held');
    again.gate.open();
    const second = await start([again.HeldJob]);
    await drain(second);
    expect(again.runs).toMatchObject([{ attempt: 1, isLastAttempt: true }]);
  });

  it('leaves waiting jobs alone while it is stopped', async () => {
    const { HeldJob, runs } = heldHandler('test.held');
    const app = await start([HeldJob], { SHUTDOWN_GRACE_SECONDS: '0' });
    for (let index = 0; index < 6; index += 1) {
      await app.queue.enqueue(NO_TRANSACTION, HeldJob, { id: String(index) });
    }
    await until(() => runs.length === 4);
    await stop(app);
    expect(runs).toHaveLength(4);
    const rows = await rowsOf(
      database.url,
      'select has_run, count(*)::int from jobs where worker is null group by has_run order by has_run',
    );
    expect(rows).toEqual([
      { has_run: false, count: 2 },
      { has_run: true, count: 4 },
    ]);
  });

  it('aborts the run of a job whose lease was lost, and ignores its result', async () => {
    const { HeldJob, gate, runs } = heldHandler('test.held');
    const app = await start([HeldJob]);
    await app.queue.enqueue(NO_TRANSACTION, HeldJob, { id: 'a' });
    await until(() => runs.length === 1);
    // As if another process had taken the job over and ended.
    await rowsOf(database.url, 'update jobs set worker = 0');
    await until(() => runs.length === 2);
    expect(runs.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    gate.open();
    await drain(app);
    expect(await rowsOf(database.url, 'select 1 from jobs')).toEqual([]);
  });

  it('settles a job that it runs again before it hears that the last run was settled', async () => {
    let runs = 0;
    const heard = new Gate();
    @JobHandler({ name: 'test.again', ...rules })
    class AgainJob implements Job<Payload> {
      async run(): Promise<JobOutcome> {
        runs += 1;
        if (runs === 1) return again({ afterSeconds: 0 });
        await heard.opened;
        return done();
      }
    }
    const app = await start([AgainJob]);
    const jobs = app.get(JobsRepository);
    const putBack = jobs.putBack.bind(jobs);
    jobs.putBack = async (...back) => {
      await putBack(...back);
      await until(() => runs === 2);
      setImmediate(heard.open);
    };
    await app.queue.enqueue(NO_TRANSACTION, AgainJob, { id: 'a' });
    await until(() => runs === 2);
    await drain(app, { timeoutMs: 5_000 });
    expect(runs).toBe(2);
  });

  it('keeps its jobs and its ears when its connections are cut', async () => {
    const { HeldJob, gate, runs } = heldHandler('test.held');
    const app = await start([HeldJob]);
    await app.queue.enqueue(NO_TRANSACTION, HeldJob, { id: 'a' });
    await until(() => runs.length === 1);
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name in ('atelier-listen', 'atelier-jobs')`;
    await rowsOf(database.url, cut);
    await until(async () => {
      const sql = `select 1 from pg_stat_activity where datname = current_database() and application_name = 'atelier-listen'`;
      return (await rowsOf(database.url, sql)).length === 1;
    });
    await app.queue.enqueue(NO_TRANSACTION, HeldJob, { id: 'b' });
    await until(() => runs.length === 2);
    gate.open();
    await drain(app);
    expect(runs).toHaveLength(2);
  });

  it('takes a job that crashed its process three times for failed', async () => {
    const ids: string[] = [];
    const deaths: string[] = [];
    @JobHandler({ name: 'test.poison', ...rules })
    class PoisonJob implements Job<Payload> {
      async run({ id }: Payload): Promise<JobOutcome> {
        ids.push(id);
        return done();
      }
      async onDead({ id }: Payload, { name }: { name: string }): Promise<void> {
        deaths.push(`${id} ${name}`);
      }
    }
    const sender = await start([PoisonJob], { RUN_JOBS: 'false' });
    await sender.queue.enqueue(NO_TRANSACTION, PoisonJob, { id: 'a' });
    // The state after two killed processes and a third that has just been killed.
    await rowsOf(
      database.url,
      `update jobs set worker = 0, lease_until = now() + interval '1 hour', crashes = 2`,
    );
    await start([PoisonJob]);
    await drain(sender);
    expect(ids).toEqual([]);
    expect(deaths).toEqual(['a WorkerLost']);
  });

  it('runs each tick of a schedule in one process only', async () => {
    const ticks: number[] = [];
    function tickHandler() {
      @JobHandler({ name: 'test.tick', ...rules, every: '1s' })
      class TickJob implements Job<object> {
        async run(): Promise<JobOutcome> {
          ticks.push(Math.floor(Date.now() / 1_000));
          return done();
        }
      }
      return TickJob;
    }
    await Promise.all([start([tickHandler()]), start([tickHandler()]), start([tickHandler()])]);
    await until(() => ticks.length >= 4);
    expect(new Set(ticks).size).toBe(ticks.length);
    const waiting = await rowsOf(database.url, `select 1 from jobs where worker is null`);
    expect(waiting.length).toBeLessThanOrEqual(1);
  });

  it('has the next tick of a schedule wait for a multiple of its duration', async () => {
    @JobHandler({ name: 'test.tick', ...rules, every: '15m' })
    class TickJob implements Job<object> {
      run = async () => done();
    }
    await start([TickJob]);
    const sql = `select (extract(epoch from run_at) % 900)::float8 as past, run_at > now() and run_at <= now() + interval '15 minutes' as is_next
      from jobs`;
    expect(await rowsOf(database.url, sql)).toEqual([{ past: 0, is_next: true }]);
  });

  it('keeps the next tick of a schedule when the last one failed for good', async () => {
    let runs = 0;
    @JobHandler({ name: 'test.tick', ...rules, every: '1s' })
    class FailingTickJob implements Job<object> {
      async run(): Promise<JobOutcome> {
        runs += 1;
        throw new Error('every time');
      }
    }
    await start([FailingTickJob]);
    await until(() => runs >= 3);
    expect(runs).toBeGreaterThanOrEqual(3);
  });
});
