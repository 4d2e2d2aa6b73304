import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { NO_TRANSACTION } from '#libs/platform/database';
import {
  again,
  done,
  type Job,
  JobAdminRepository,
  type JobDeath,
  JobHandler,
  type JobOutcome,
  type JobRun,
} from '#libs/platform/queue';
import { createTestDatabase, rowsOf } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { drain, makeAllDue } from '../../support/jobs.js';
import { Gate, QueueApp } from './queue-app.js';

type Payload = { id: string };

const runs: { id: string; attempt: number; isLastAttempt: boolean }[] = [];
const deaths: { id: string; death: JobDeath }[] = [];
const outcomes = new Map<string, (run: JobRun) => Promise<JobOutcome>>();

async function record({ id }: Payload, run: JobRun): Promise<JobOutcome> {
  const { attempt, isLastAttempt } = run;
  runs.push({ id, attempt, isLastAttempt });
  return (await outcomes.get(id)?.(run)) ?? done();
}

@JobHandler({ name: 'test.plain', maxAttempts: 3, concurrency: 8 })
class PlainJob implements Job<Payload> {
  run = record;

  async onDead({ id }: Payload, death: JobDeath): Promise<void> {
    deaths.push({ id, death });
  }
}

@JobHandler({ name: 'test.single', maxAttempts: 1, concurrency: 1 })
class SingleJob implements Job<Payload> {
  run = record;
}

const idsRun = () => runs.map(({ id }) => id);

describe('The job queue', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let app: QueueApp;

  beforeAll(async () => {
    database = await createTestDatabase();
    app = await QueueApp.start(database.url, [PlainJob, SingleJob]);
  });

  afterAll(async () => {
    await app.stop();
    await database.drop();
  });

  beforeEach(() => {
    runs.length = 0;
    deaths.length = 0;
    outcomes.clear();
  });

  /** Holds the one place of `SingleJob`. @returns What frees it. */
  async function holdGate(): Promise<() => void> {
    const gate = new Gate();
    outcomes.set('gate', () => gate.opened.then(done));
    await app.queue.enqueue(NO_TRANSACTION, SingleJob, { id: 'gate' }, { share: 'gate' });
    await until(() => idsRun().includes('gate'));
    return gate.open;
  }

  it('runs a job with its payload and forgets it', async () => {
    await app.queue.enqueue(NO_TRANSACTION, PlainJob, { id: 'a' });
    await drain(app);
    expect(runs).toEqual([{ id: 'a', attempt: 1, isLastAttempt: false }]);
    expect(await rowsOf(database.url, 'select 1 from jobs')).toEqual([]);
  });

  it('adds a job when its transaction commits, and not before', async () => {
    await app.transactions.run(async (scope) => {
      await app.queue.enqueue(scope, PlainJob, { id: 'committed' });
      expect(await rowsOf(database.url, 'select 1 from jobs')).toEqual([]);
    });
    await drain(app);
    expect(idsRun()).toEqual(['committed']);
  });

  it('adds no job when its transaction rolls back', async () => {
    const failing = app.transactions.run(async (scope) => {
      await app.queue.enqueue(scope, PlainJob, { id: 'rolled-back' });
      await app.queue.enqueue(scope, PlainJob, { id: 'rolled-back-keyed' }, { key: 'k' });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await app.queue.enqueue(NO_TRANSACTION, PlainJob, { id: 'other' });
    await drain(app);
    expect(idsRun()).toEqual(['other']);
  });

  it('tells a waiting worker of a new job instead of leaving it to the poll', async () => {
    // The poll comes once a second: alone, it would let this test run out of time.
    for (let index = 0; index < 40; index += 1) {
      const id = `fast-${index}`;
      await app.queue.enqueue(NO_TRANSACTION, PlainJob, { id });
      await until(() => idsRun().includes(id));
    }
    expect(runs).toHaveLength(40);
  });

  it('tries a failed job again, with the number of the attempt', async () => {
    outcomes.set('flaky', async ({ attempt }) => {
      if (attempt < 3) throw new Error('not yet');
      return done();
    });
    await app.queue.enqueue(NO_TRANSACTION, PlainJob, { id: 'flaky' });
    await until(async () => {
      await makeAllDue(app);
      return runs.length === 3;
    });
    await drain(app);
    expect(runs.map(({ attempt, isLastAttempt }) => [attempt, isLastAttempt])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    expect(deaths).toEqual([]);
  });

  it('waits between attempts, so that a drain does not wait for the next one', async () => {
    outcomes.set('slow-retry', async ({ attempt }) => {
      if (attempt === 1) throw new Error('later');
      return done();
    });
    await app.queue.enqueue(NO_TRANSACTION, PlainJob, { id: 'slow-retry' });
    await drain(app);
    const [row] = await rowsOf<{ wait: number }>(
      database.url,
      `select extract(epoch from run_at - now())::float8 as wait from jobs where failed_attempts = 1`,
    );
    expect(row?.wait).toBeGreaterThan(0);
    expect(row?.wait).toBeLessThanOrEqual(2);
    await makeAllDue(app);
    await drain(app);
    expect(runs).toHaveLength(2);
  });

  it('tells the handler once a job is dead, and keeps the error', async () => {
    class OutOfPaint extends Error {
      code = 'out_of_paint';
    }
    outcomes.set('doomed', async () => {
      throw new OutOfPaint('no blue left');
    });
    await app.queue.enqueue(NO_TRANSACTION, PlainJob, { id: 'doomed' });
    await until(async () => {
      await makeAllDue(app);
      return deaths.length > 0;
    });
    await drain(app);
    expect(runs).toHaveLength(3);
    expect(deaths).toEqual([
      { id: 'doomed', death: { name: 'OutOfPaint', message: 'no blue left', code: 'out_of_paint' } },
    ]);
    const queues = await app.get(JobAdminRepository).listQueues(NO_TRANSACTION);
    expect(queues.find(({ name }) => name === 'test.plain')).toMatchObject({
      waiting: 0,
      active: 0,
      dead: 1,
    });
  });

  it('runs a job that asks for it again without using up an attempt', async () => {
    outcomes.set('poll', async () => (runs.length < 6 ? again({ afterSeconds: 0.03 }) : done()));
    await app.queue.enqueue(NO_TRANSACTION, SingleJob, { id: 'poll' });
    await until(() => runs.length === 6);
    await drain(app);
    expect(new Set(runs.map(({ attempt }) => attempt))).toEqual(new Set([1]));
    expect(deaths).toEqual([]);
  });

  it('starts a delayed job no earlier than asked', async () => {
    const before = Date.now();
    await app.queue.enqueue(NO_TRANSACTION, PlainJob, { id: 'in-a-moment' }, { afterSeconds: 0.4 });
    await app.queue.enqueue(NO_TRANSACTION, PlainJob, { id: 'sooner' }, { afterSeconds: 0.3 });
    await drain(app);
    expect(runs).toEqual([]);
    await until(() => runs.length > 0);
    expect(Date.now() - before).toBeGreaterThanOrEqual(295);
    await until(() => runs.length === 2);
    expect(idsRun()).toEqual(['sooner', 'in-a-moment']);
    expect(Date.now() - before).toBeGreaterThanOrEqual(395);
  });

  it('keeps one waiting job per key, and brings it forward when a sooner one is asked for', async () => {
    const later = { key: 'report', afterSeconds: 3_600 };
    await app.queue.enqueue(NO_TRANSACTION, PlainJob, { id: 'keyed' }, later);
    await app.queue.enqueue(NO_TRANSACTION, PlainJob, { id: 'ignored' }, later);
    await drain(app);
    expect(runs).toEqual([]);
    await app.queue.enqueue(NO_TRANSACTION, PlainJob, { id: 'ignored' }, { key: 'report' });
    await drain(app);
    expect(idsRun()).toEqual(['keyed']);
  });

  it('keeps one waiting job per key when many callers ask for several at once', async () => {
    const entries = (index: number) =>
      ['many', 'more'].map((key) => ({
        payload: { id: `${key}${index}` },
        options: { key, afterSeconds: 60 },
      }));
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        app.queue.enqueueMany(NO_TRANSACTION, PlainJob, entries(index)),
      ),
    );
    await makeAllDue(app);
    await drain(app);
    expect(
      idsRun()
        .map((id) => id.slice(0, 4))
        .sort(),
    ).toEqual(['many', 'more']);
  });

  it('adds another job with the key of one that runs already', async () => {
    let release: () => void = () => undefined;
    outcomes.set('busy', () => new Promise((resolve) => (release = () => resolve(done()))));
    await app.queue.enqueue(NO_TRANSACTION, PlainJob, { id: 'busy' }, { key: 'k' });
    await until(() => runs.length === 1);
    await app.queue.enqueue(NO_TRANSACTION, PlainJob, { id: 'next' }, { key: 'k' });
    release();
    await drain(app);
    expect(idsRun()).toEqual(['busy', 'next']);
  });

  it('runs a group one by one and in order, and other groups beside it', async () => {
    let running = 0;
    let most = 0;
    for (const id of ['a', 'b']) {
      for (let index = 0; index < 10; index += 1) {
        outcomes.set(`${id}${index}`, async () => {
          if (id === 'a') most = Math.max(most, (running += 1));
          await new Promise((resolve) => setTimeout(resolve, 5));
          if (id === 'a') running -= 1;
          return done();
        });
      }
    }
    for (const group of ['a', 'b']) {
      await app.queue.enqueueMany(
        NO_TRANSACTION,
        PlainJob,
        Array.from({ length: 10 }, (_, index) => ({
          payload: { id: `${group}${index}` },
          options: { group },
        })),
      );
    }
    await drain(app);
    expect(most).toBe(1);
    for (const group of ['a', 'b']) {
      const order = idsRun().filter((id) => id.startsWith(group));
      expect(order).toEqual(Array.from({ length: 10 }, (_, index) => `${group}${index}`));
    }
    expect(idsRun().slice(0, 20)).not.toEqual([...idsRun()].sort());
  });

  it('runs no more jobs of one name at once than its concurrency', async () => {
    let running = 0;
    let most = 0;
    for (let index = 0; index < 5; index += 1) {
      outcomes.set(`s${index}`, async () => {
        most = Math.max(most, (running += 1));
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        return done();
      });
      await app.queue.enqueue(NO_TRANSACTION, SingleJob, { id: `s${index}` });
    }
    await drain(app);
    expect(runs).toHaveLength(5);
    expect(most).toBe(1);
  });

  it('keeps the turns of those who wait, whatever comes after them and however often', async () => {
    let release: () => void = () => undefined;
    const add = (share: string, id: string): Promise<void> =>
      app.queue.enqueue(NO_TRANSACTION, SingleJob, { id }, { share });
    outcomes.set('many-1', () => new Promise((resolve) => (release = () => resolve(done()))));
    for (let index = 0; index < 4; index += 1) await add('many', `many-${index}`);
    await until(() => idsRun().includes('many-1'));
    for (let index = 0; index < 4; index += 1) await add('late', `late-${index}`);
    release();
    await drain(app);
    expect(idsRun()).toEqual([
      'many-0',
      'many-1',
      'late-0',
      'many-2',
      'late-1',
      'many-3',
      'late-2',
      'late-3',
    ]);
  });

  it('has a priority among jobs for the same one only, and last ones after all', async () => {
    let release: () => void = () => undefined;
    outcomes.set('gate', () => new Promise((resolve) => (release = () => resolve(done()))));
    await app.queue.enqueue(NO_TRANSACTION, SingleJob, { id: 'gate' }, { share: 'gate' });
    await until(() => runs.length === 1);
    const jobs = [
      ['a-last', { share: 'a', isLast: true, priority: 9 }],
      ['a-plain', { share: 'a', priority: 0 }],
      ['b-plain', { share: 'b', priority: 0 }],
      ['a-next', { share: 'a', priority: 0 }],
      ['a-urgent', { share: 'a', priority: 90 }],
      ['a-soon', { share: 'a', priority: 5 }],
    ] as const;
    for (const [id, options] of jobs) await app.queue.enqueue(NO_TRANSACTION, SingleJob, { id }, options);
    release();
    await drain(app);
    expect(idsRun()).toEqual(['gate', 'b-plain', 'a-urgent', 'a-soon', 'a-plain', 'a-next', 'a-last']);
  });

  it('lets one use every place while nobody else waits', async () => {
    let running = 0;
    let most = 0;
    for (let index = 0; index < 8; index += 1) {
      outcomes.set(`p${index}`, async () => {
        most = Math.max(most, (running += 1));
        await until(() => most === 8);
        running -= 1;
        return done();
      });
      await app.queue.enqueue(NO_TRANSACTION, PlainJob, { id: `p${index}` }, { share: 'one' });
    }
    await drain(app);
    expect(most).toBe(8);
  });

  it('lets the many jobs of one hold up nobody else, and gives everyone a turn', async () => {
    let release: () => void = () => undefined;
    outcomes.set('gate', () => new Promise((resolve) => (release = () => resolve(done()))));
    await app.queue.enqueue(NO_TRANSACTION, SingleJob, { id: 'gate' }, { share: 'many' });
    await until(() => runs.length === 1);
    for (const [share, count] of [
      ['many', 3],
      ['some', 2],
      ['alone', 1],
    ] as const) {
      for (let index = 0; index < count; index += 1)
        await app.queue.enqueue(NO_TRANSACTION, SingleJob, { id: `${share}-${index}` }, { share });
    }
    release();
    await drain(app);
    expect(idsRun()).toEqual(['gate', 'some-0', 'alone-0', 'many-0', 'some-1', 'many-1', 'many-2']);
  });

  it('gives those with long jobs fewer turns, so that each gets the same time', async () => {
    let release: () => void = () => undefined;
    outcomes.set('gate', () => new Promise((resolve) => (release = () => resolve(done()))));
    await app.queue.enqueue(NO_TRANSACTION, SingleJob, { id: 'gate' }, { share: 'gate' });
    await until(() => runs.length === 1);
    const ids = ['long-0', 'long-1', 'long-2', ...[0, 1, 2, 3, 4, 5].map((index) => `short-${index}`)];
    for (const id of ids) {
      if (id.startsWith('long')) outcomes.set(id, () => sleep(2_050, done()));
      await app.queue.enqueue(NO_TRANSACTION, SingleJob, { id }, { share: id.slice(0, -2) });
    }
    release();
    await drain(app);
    const short = (...indexes: number[]) => indexes.map((index) => `short-${index}`);
    expect(idsRun()).toEqual(['gate', 'long-0', ...short(0, 1, 2), 'long-1', ...short(3, 4, 5), 'long-2']);
  });

  it('gives those of more weight more turns', async () => {
    const release = await holdGate();
    for (const [share, weight, count] of [
      ['heavy', 3, 6],
      ['plain', 1, 2],
    ] as const) {
      for (let index = 0; index < count; index += 1)
        await app.queue.enqueue(NO_TRANSACTION, SingleJob, { id: `${share}-${index}` }, { share, weight });
    }
    release();
    await drain(app);
    const heavy = (...indexes: number[]) => indexes.map((index) => `heavy-${index}`);
    expect(idsRun()).toEqual(['gate', 'heavy-0', 'plain-0', ...heavy(1, 2, 3), 'plain-1', ...heavy(4, 5)]);
  });

  it('starts the one job of another next, however many wait', async () => {
    const release = await holdGate();
    const many = Array.from({ length: 1_000 }, (_, index) => ({
      payload: { id: `many-${index}` },
      options: { share: 'many' },
    }));
    await app.queue.enqueueMany(NO_TRANSACTION, SingleJob, many);
    await app.queue.enqueue(NO_TRANSACTION, SingleJob, { id: 'one' }, { share: 'one' });
    release();
    await until(() => idsRun().includes('one'));
    expect(idsRun().indexOf('one')).toBeLessThanOrEqual(2);
    await drain(app);
    expect(runs).toHaveLength(1_002);
  });

  it('does not count those that go on among the jobs that wait for a turn', async () => {
    const release = await holdGate();
    const add = (share: string, id: string): Promise<void> =>
      app.queue.enqueue(NO_TRANSACTION, SingleJob, { id }, { share });
    for (let index = 0; index < 5; index += 1) {
      const id = `a-${index}`;
      outcomes.set(id, () => Promise.resolve(again({ afterSeconds: 600 })));
      await add('a', id);
    }
    release();
    await drain(app);
    runs.length = 0;
    const releaseNext = await holdGate();
    for (const id of ['b-0', 'b-1', 'b-2', 'a-new']) await add(id.slice(0, 1), id);
    for (let index = 0; index < 5; index += 1) outcomes.delete(`a-${index}`);
    releaseNext();
    await drain(app);
    expect(idsRun()).toEqual(['gate', 'b-0', 'a-new', 'b-1', 'b-2']);
    await makeAllDue(app);
    await drain(app);
    expect(runs).toHaveLength(10);
  });

  it('makes a job due that waits under the id it was given', async () => {
    const id = randomUUID();
    expect(await app.queue.runNow(PlainJob, id)).toBe(false);
    const later = { id, share: 'a', afterSeconds: 600 };
    await app.queue.enqueue(NO_TRANSACTION, PlainJob, { id: 'named' }, later);
    expect(await app.queue.runNow(PlainJob, id)).toBe(true);
    await drain(app);
    expect(idsRun()).toEqual(['named']);
  });

  it('comes to the second job of one while others add theirs one by one and never stop', async () => {
    const others = ['b', 'c'];
    const add = (share: string, id: string) =>
      app.queue.enqueue(NO_TRANSACTION, SingleJob, { id }, { share });
    for (let index = 0; index < 40; index += 1) {
      // None of theirs waits or runs when the next one is added.
      const share = others[(index + 1) % 2] ?? '';
      outcomes.set(`other-${index}`, async () => {
        await add(share, `other-${index + 1}`);
        return done();
      });
    }
    outcomes.set('a-0', async () => {
      await add('b', 'other-0');
      return done();
    });
    for (let index = 0; index < 3; index += 1) await add('a', `a-${index}`);
    await drain(app);
    expect(idsRun().slice(0, 12)).toEqual(expect.arrayContaining(['a-1', 'a-2']));
  });

  it('names what is left when a drain takes too long', async () => {
    let release: () => void = () => undefined;
    outcomes.set('stuck', () => new Promise((resolve) => (release = () => resolve(done()))));
    await app.queue.enqueue(NO_TRANSACTION, PlainJob, { id: 'stuck' });
    await expect(drain(app, { timeoutMs: 100 })).rejects.toThrow(/test\.plain .* active/);
    release();
    await drain(app);
  });
});
