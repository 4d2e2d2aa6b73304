import { randomUUID } from 'node:crypto';
import { NO_TRANSACTION } from '#libs/platform/database';
import { done, type Job, JobAdminRepository, JobHandler, type JobOutcome } from '#libs/platform/queue';
import { type FormerDatabase, formerDatabase, LAST_STATE } from '../../support/former-database.js';
import { drain } from '../../support/jobs.js';
import { Program } from '../../support/program.js';
import { rowsOf } from '../../support/test-database.js';
import { QueueApp } from './queue-app.js';

const [RUNNING, SHARED, PLAIN] = [randomUUID(), randomUUID(), randomUUID()];
const ERROR = `'{"name":"Error","message":"no blue left"}'`;

const ran: string[] = [];
const died: string[] = [];
@JobHandler({ name: 'test.former', maxAttempts: 3 })
class FormerJob implements Job<{ id: string }> {
  async run({ id }: { id: string }): Promise<JobOutcome> {
    ran.push(id);
    return done();
  }

  async onDead({ id }: { id: string }, { message }: { message: string }): Promise<void> {
    died.push(`${id}: ${message}`);
  }
}

describe('jobs of the version before', () => {
  let database: FormerDatabase;

  beforeAll(async () => {
    database = await formerDatabase(LAST_STATE, { isEmpty: true });
    for (const name of ['jobs.dead', 'test.former', 'test.paused'])
      await rowsOf(database.url, `select jobs.create_queue('${name}', '{"policy": "short"}')`);
    await rowsOf(database.url, `insert into jobs.paused_queue (name) values ('test.paused')`);
    await rowsOf(
      database.url,
      `insert into jobs.job (id, name, priority, data, state, retry_count, singleton_key, group_id, start_after, started_on, output)
       values ('${PLAIN}', 'test.former', 3, '{"id":"plain"}', 'created', 0, '${PLAIN}', null, now(), null, null),
         (gen_random_uuid(), 'test.former', 0, '{"id":"keyed"}', 'created', 0, 'k', 'g', now() + interval '1 day', null, null),
         ('${SHARED}', 'test.former', -90, '{"id":"shared"}', 'retry', 1, '+ada 5 ${SHARED} 20', null, now(), now(), ${ERROR}),
         ('${RUNNING}', 'test.former', 0, '{"id":"running"}', 'active', 0, '${RUNNING}', null, now(), now(), null),
         (gen_random_uuid(), 'test.former', 0, '{"id":"gone"}', 'failed', 0, 'x', null, now(), now(), null),
         (gen_random_uuid(), 'test.paused', 0, '{"id":"paused"}', 'created', 0, 'p', null, now() + interval '1 day', null, null)`,
    );
    await rowsOf(
      database.url,
      `insert into jobs.job (name, data, state, singleton_key, source_name, source_created_on, source_retry_count, source_output)
       values ('jobs.dead', '{"id":"told"}', 'completed', 'a', 'test.former', now(), 2, ${ERROR}),
         ('jobs.dead', '{"id":"untold"}', 'created', 'b', 'test.former', now(), 2, ${ERROR})`,
    );
    await rowsOf(
      database.url,
      `insert into jobs.lease values ('${RUNNING}', 'test.former', 1, 7, now() + interval '1 hour', 1)`,
    );
    expect(await Program.start('migrate', { DATABASE_URL: database.url }).end()).toBe(0);
  });
  afterAll(() => database.drop());

  const rows = (sql: string): Promise<Record<string, unknown>[]> => rowsOf(database.url, sql);

  it('are taken over with all that is known of them', async () => {
    expect(await rows(`select from jobs.job`)).toEqual([]);
    expect(
      await rows(`
        select payload ->> 'id' as id, key, group_key, share, step, priority, turn, has_run, max_attempts, failed_attempts,
          crashes, error ->> 'message' as error, worker, dead_at is not null as dead, told_at is not null as told
        from jobs order by 1`),
    ).toEqual(
      [
        { id: 'keyed', key: 'k', group_key: 'g' },
        { id: 'paused', key: 'p' },
        { id: 'plain', turn: -3 },
        { id: 'running', worker: 7, crashes: 1, has_run: true },
        {
          id: 'shared',
          share: 'ada',
          step: 20,
          priority: 5,
          turn: 90,
          has_run: true,
          failed_attempts: 2,
          error: 'no blue left',
        },
        {
          id: 'told',
          key: 'a',
          has_run: true,
          failed_attempts: 3,
          error: 'no blue left',
          dead: true,
          told: true,
        },
        { id: 'untold', key: 'b', failed_attempts: 3, error: 'no blue left', dead: true },
      ].map((job) => ({ ...plain, ...job })),
    );
    expect(await rows('select name, paused_at is not null as paused from job_queues order by 1')).toEqual([
      { name: 'test.former', paused: false },
      { name: 'test.paused', paused: true },
    ]);
  });

  it('are run, those of a process that has ended too, and those that the version before still adds', async () => {
    await rows(
      `insert into jobs.job_common (name, data, singleton_key) values ('test.former', '{"id":"late"}', 'l')`,
    );
    await rows(
      `insert into jobs.job_common (name, data, singleton_key) values ('test.former', '{"id":"second"}', 'k')`,
    );
    expect(await rows('select from jobs.job')).toEqual([]);
    const app = await QueueApp.start(database.url, [FormerJob]);
    try {
      await drain(app);
      expect(ran.sort()).toEqual(['keyed', 'late', 'plain', 'running', 'shared']);
      expect(died).toEqual(['untold: no blue left']);
      const page = { after: undefined, limit: 10 };
      expect(
        await app.get(JobAdminRepository).listJobs(NO_TRANSACTION, 'test.former', 'dead', page),
      ).toHaveLength(2);
    } finally {
      await app.stop();
    }
  });
});

/** What a job has that says nothing else. */
const plain = {
  key: null,
  group_key: null,
  share: null,
  step: null,
  priority: 0,
  turn: 0,
  has_run: false,
  max_attempts: 3,
  failed_attempts: 0,
  crashes: 0,
  error: null,
  worker: null,
  dead: false,
  told: false,
};
