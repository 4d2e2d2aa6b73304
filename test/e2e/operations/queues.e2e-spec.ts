import { randomUUID } from 'node:crypto';
import { Module } from '@nestjs/common';
import { NO_TRANSACTION } from '#libs/platform/database';
import { done, type Job, type JobDeath, JobHandler, type JobOutcome, JobQueue } from '#libs/platform/queue';
import { drain } from '../../support/jobs.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';
import { until } from '../../support/until.js';

type Payload = { id: string; token?: string };

/** Another file's queue may hold other jobs. */
const QUEUE = '/admin/queues/test.operated';
const UNKNOWN_ID = '01890a5d-ac96-774b-bcce-b302099a8057';

const ran: string[] = [];
const died: { id: string; code: string | undefined }[] = [];
const failing = new Set<string>();
let held: Promise<void> | undefined;

@JobHandler({ name: 'test.operated', maxAttempts: 2 })
class OperatedJob implements Job<Payload> {
  async run({ id }: Payload): Promise<JobOutcome> {
    ran.push(id);
    await held;
    if (failing.has(id)) throw Object.assign(new Error('no blue left'), { code: 'out_of_paint' });
    return done();
  }

  async onDead({ id }: Payload, { code }: JobDeath): Promise<void> {
    died.push({ id, code });
  }
}

@Module({ providers: [OperatedJob] })
class OperatedModule {}

describe('queues of admins', () => {
  let app: TestApp;
  /** A second process on the same database. */
  let other: TestApp;
  let admin: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start({}, { modules: [OperatedModule] });
    other = await TestApp.join(app, {}, { modules: [OperatedModule] });
    admin = app.api.as(await app.caller({ isAdmin: true }));
  });
  afterAll(async () => {
    await other.stop({ dead: ['test.operated'] });
    await app.stop({ dead: ['test.operated'] });
  });
  beforeEach(() => {
    ran.length = 0;
    died.length = 0;
    failing.clear();
    held = undefined;
  });

  async function add(id: string, options = {}): Promise<string> {
    const jobId = randomUUID();
    const payload = { id, token: 'atl_secret' };
    await app.get(JobQueue).enqueue(NO_TRANSACTION, OperatedJob, payload, { id: jobId, ...options });
    return jobId;
  }
  const jobs = async (state: string, rest = ''): Promise<any[]> =>
    (await admin.get(`${QUEUE}/jobs?state=${state}${rest}`)).body.jobs;
  const queue = async (): Promise<any> =>
    (await admin.get('/admin/queues')).body.queues.find(({ name }: any) => name === 'test.operated');
  const auditOf = async (action: string): Promise<any> =>
    (await admin.get(`/admin/audit?target_kind=queue&action=${action}`)).body.entries[0];

  /** A job whose first attempt has failed, or both. */
  async function failed(id: string, isDead = false): Promise<string> {
    failing.add(id);
    const jobId = await add(id);
    await until(async () => (await jobs('failed')).some((job) => job.id === jobId));
    // The next attempt would come within two seconds.
    await rowsOf(app.databaseUrl, `update jobs set run_at = now() + interval '1 hour' where id = $1`, [
      jobId,
    ]);
    if (!isDead) return jobId;
    await admin.post(`${QUEUE}/jobs/${jobId}/retry`);
    await until(() => died.some((one) => one.id === id));
    await drain(app);
    return (await jobs('dead')).find(({ payload }) => payload.id === id).id;
  }

  it('are listed with their counts, rules and the time of the oldest due job', async () => {
    await add('later', { afterSeconds: 3_600 });
    expect(await queue()).toMatchObject({
      waiting: 1,
      failed: 0,
      active: 0,
      paused: false,
      oldest_due_at: null,
      max_attempts: 2,
      schedule: null,
    });
    const names = (await admin.get('/admin/queues')).body.queues.map(({ name }: any) => name);
    expect(names).toEqual([...names].sort());
    expect(names).not.toContain('jobs.dead');
    const [job] = await jobs('waiting');
    await admin.delete(`${QUEUE}/jobs/${job.id}`);
    await drain(app);
  });

  it('show a job that runs, and neither retry nor drop it', async () => {
    let open = (): void => undefined;
    held = new Promise<void>((resolve) => (open = resolve));
    const id = await add('running');
    await until(() => ran.length === 1);
    expect(await jobs('active')).toMatchObject([
      {
        id,
        state: 'active',
        payload: { id: 'running', token: '***' },
        process: expect.any(Number),
        due_at: null,
      },
    ]);
    expect(await queue()).toMatchObject({ active: 1, waiting: 0 });
    for (const reply of [
      await admin.post(`${QUEUE}/jobs/${id}/retry`),
      await admin.delete(`${QUEUE}/jobs/${id}`),
    ])
      expect(reply).toMatchObject({ status: 409, body: { error: 'job_active' } });
    open();
    await drain(app);
    expect(await jobs('active')).toEqual([]);
  });

  it('show why an attempt failed, and try it again at once', async () => {
    const id = await failed('flaky');
    expect(await jobs('failed')).toMatchObject([
      { id, state: 'failed', failed_attempts: 1, error: { message: 'no blue left', code: 'out_of_paint' } },
    ]);
    expect(await queue()).toMatchObject({ waiting: 1, failed: 1 });
    failing.clear();
    expect((await admin.post(`${QUEUE}/jobs/${id}/retry`)).status).toBe(204);
    await until(() => ran.length === 2);
    await drain(app);
    expect(await jobs('failed')).toEqual([]);
    expect(await auditOf('queue.retry_job')).toMatchObject({
      target_id: 'test.operated',
      after: { job: id, was: 'waiting' },
    });
  });

  it('have a dead job run anew', async () => {
    const id = await failed('dead', true);
    expect((await jobs('dead'))[0]).toMatchObject({
      id,
      state: 'dead',
      failed_attempts: 2,
      error: { code: 'out_of_paint' },
      died_at: expect.any(String),
    });
    failing.clear();
    expect((await admin.post(`${QUEUE}/jobs/${id}/retry`)).status).toBe(204);
    await until(() => ran.length === 3);
    await drain(app);
    expect((await jobs('dead')).filter((job) => job.id === id)).toEqual([]);
    expect((await queue()).waiting).toBe(0);
  });

  it('retry all that failed, or are dead', async () => {
    await failed('one');
    await failed('two');
    failing.clear();
    const retried = await admin.post(`${QUEUE}/retry`, { state: 'failed' });
    expect(retried).toMatchObject({ status: 200, body: { retried: 2, has_more: false } });
    await until(() => ran.length === 4);
    await drain(app);
    await failed('three', true);
    failing.clear();
    const before = (await queue()).dead;
    const revived = await admin.post(`${QUEUE}/retry`, { state: 'dead' });
    expect(revived.body).toEqual({ retried: before, has_more: false });
    await until(() => ran.filter((id) => id === 'three').length === 3);
    await drain(app);
    expect((await queue()).dead).toBe(0);
    expect(await auditOf('queue.retry_all')).toMatchObject({ after: { was: 'dead', retried: before } });
    expect((await admin.post(`${QUEUE}/retry`, { state: 'dead' })).body.retried).toBe(0);
    expect((await admin.post(`${QUEUE}/retry`, {})).status).toBe(400);
  });

  it('have a dropped job die, so that its handler hears of it, and take a dead one off the list', async () => {
    const id = await add('dropped', { afterSeconds: 3_600 });
    expect((await admin.delete(`${QUEUE}/jobs/${id}`)).status).toBe(204);
    await until(() => died.length === 1);
    expect(died).toEqual([{ id: 'dropped', code: 'dropped' }]);
    await drain(app);
    expect(ran).toEqual([]);
    const [dead] = await jobs('dead');
    expect(dead).toMatchObject({ payload: { id: 'dropped' }, error: { code: 'dropped' } });
    expect((await admin.delete(`${QUEUE}/jobs/${dead.id}`)).status).toBe(204);
    expect(await jobs('dead')).toEqual([]);
    expect(await auditOf('queue.drop_job')).toMatchObject({ before: { job: dead.id, was: 'dead' } });
  });

  it('are claimed from by no process while they are paused, and go on when they are resumed', async () => {
    const paused = await admin.post(`${QUEUE}/pause`, { reason: 'vendor is down' });
    expect(paused.status).toBe(204);
    expect((await admin.post(`${QUEUE}/pause`)).status).toBe(204);
    await add('patient');
    await app.get(JobQueue).runNow(OperatedJob, randomUUID());
    // The poll of each process comes once a second.
    await new Promise((resolve) => setTimeout(resolve, 2_200));
    expect(ran).toEqual([]);
    expect(await queue()).toMatchObject({
      paused: true,
      paused_at: expect.any(String),
      waiting: 1,
      oldest_due_at: expect.any(String),
    });
    expect(await auditOf('queue.pause')).toMatchObject({
      reason: 'vendor is down',
      before: { paused: false },
      after: { paused: true },
    });
    expect((await admin.post(`${QUEUE}/resume`, {})).status).toBe(204);
    await until(() => ran.length === 1);
    await drain(app);
    expect(await queue()).toMatchObject({ paused: false, paused_at: null, waiting: 0 });
  });

  it('give their jobs page by page', async () => {
    const later = { afterSeconds: 3_600, share: 'ada' };
    for (const id of ['a', 'b', 'c']) await add(id, later);
    await add('first', { ...later, priority: 5 });
    const pages: string[][] = [];
    let cursor = '';
    do {
      const { body } = await admin.get(`${QUEUE}/jobs?limit=2${cursor}`);
      pages.push(body.jobs.map(({ payload }: any) => payload.id));
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
    } while (cursor);
    expect(pages).toEqual([
      ['first', 'a'],
      ['b', 'c'],
    ]);
    for (const { id } of await jobs('waiting')) await admin.delete(`${QUEUE}/jobs/${id}`);
    await drain(app);
    const dead = await jobs('dead', '&limit=3');
    const { body } = await admin.get(`${QUEUE}/jobs?state=dead&limit=3`);
    const rest = await jobs('dead', `&limit=3&cursor=${body.next_cursor}`);
    expect(new Set([...dead, ...rest].map(({ payload }) => payload.id))).toEqual(
      new Set(['a', 'b', 'c', 'first']),
    );
  });

  it('say what is wrong with a request', async () => {
    const place = { turn: 0, created_at: '2026-01-01T00:00:00+00:00', dead_at: null, id: UNKNOWN_ID };
    const cursorOf = (state: string, other: object): string =>
      Buffer.from(JSON.stringify([state, { ...place, ...other }])).toString('base64url');
    expect((await admin.get(`${QUEUE}/jobs?state=active&cursor=${cursorOf('active', {})}`)).status).toBe(200);
    expect(await admin.get('/admin/queues/nobody/jobs')).toMatchObject({
      status: 404,
      body: { error: 'queue_not_found' },
    });
    expect(await admin.post('/admin/queues/jobs.dead/pause')).toMatchObject({ status: 404 });
    expect(await admin.post(`${QUEUE}/jobs/${UNKNOWN_ID}/retry`)).toMatchObject({
      status: 404,
      body: { error: 'job_not_found' },
    });
    for (const [query, rule] of [
      ['state=lost', 'state must be one of'],
      ['cursor=x', 'cursor must be'],
      [`state=active&cursor=${Buffer.from('["1","2"]').toString('base64url')}`, 'cursor must be'],
      [`state=active&cursor=${Buffer.from('["1"]').toString('base64url')}`, 'cursor must be'],
      [`state=active&cursor=${cursorOf('active', { id: '1' })}`, 'cursor must be'],
      [`state=active&cursor=${cursorOf('waiting', {})}`, 'cursor must be'],
      [`state=active&cursor=${cursorOf('active', { created_at: '2026-02-31T00:00:00Z' })}`, 'cursor must be'],
    ] as const) {
      const reply = await admin.get(`${QUEUE}/jobs?${query}`);
      expect(reply.status).toBe(400);
      expect(reply.body.message).toContain(rule);
    }
  });
});
