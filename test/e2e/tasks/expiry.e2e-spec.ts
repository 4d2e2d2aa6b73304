import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { DataSource } from 'typeorm';
import { CleanAssetsJob } from '#libs/media/assets';
import { ObjectStorage } from '#libs/platform/storage';
import { ExpireTasksJob } from '#libs/media/work';
import { endedTask } from '../../support/ended-task.js';
import { filesBelow } from '../../support/files-below.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const MUSIC = '/proxy/musprov/t2m/generate';
const HOUR_MS = 3_600_000;

describe('the retention of tasks', () => {
  let app: TestApp;
  let ada: ApiClient;
  let image: string;

  /** Files of the tests before. */
  let earlier: string[];

  beforeAll(async () => {
    app = await TestApp.start();
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const picture = sharp({ create: { width: 160, height: 160, channels: 3, background: '#fff', noise } });
    image = (await picture.png().toBuffer()).toString('base64');
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    ada = app.api.as(await app.caller());
    earlier = await files();
  });

  const files = async (): Promise<string[]> => (await filesBelow(app.dataDir)).sort();

  async function relight(headers: Record<string, string> = {}, webhook_url?: string): Promise<any> {
    const { body } = await ada.post(RELIGHT, { image, webhook_url }, { headers });
    return endedTask(ada, body.data.task_id);
  }

  async function expire(): Promise<void> {
    const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false, jobId: 'x' };
    await app.get(ExpireTasksJob).run({}, run);
  }

  async function rowsOf(table: string, taskId: string): Promise<number> {
    const [row] = await app
      .get(DataSource)
      .query(`select count(*)::int as count from ${table} where task_id = $1`, [taskId]);
    return row.count;
  }

  it('is as long as the request says; then all but the row goes, and links say so', async () => {
    const receiver = await WebhookReceiver.start();
    const short = await relight({ 'output-retention-hours': '2' }, receiver.url);
    const kept = await relight();
    expect(kept).toMatchObject({ expires_at: null, expired_at: null });
    expect(Date.parse(short.expires_at) - Date.parse(short.finished_at)).toBe(2 * HOUR_MS);
    await receiver.stop();

    await expire();
    expect((await app.api.get(short.outputs[0].url)).status).toBe(200);
    app.passTime(2 * HOUR_MS + 1_000);
    await expire();

    const shown = (await ada.get(`/tasks/${short.id}`)).body;
    expect(shown).toMatchObject({
      status: 'succeeded',
      credits: short.credits,
      expires_at: short.expires_at,
      expired_at: expect.any(String),
      request: {},
      outputs: [],
      deliveries: [],
    });
    for (const path of [
      `${RELIGHT}/${short.id}`,
      ...['inputs', 'thumbnail', 'events', 'deliveries'].map((of) => `/tasks/${short.id}/${of}`),
    ])
      expect(await ada.get(path)).toMatchObject({ status: 410, body: { error: 'task_expired' } });
    expect(await ada.post(`/tasks/${short.id}/cancel`)).toMatchObject({ status: 410 });
    expect(await app.api.get(short.outputs[0].url)).toMatchObject({
      status: 410,
      body: { error: 'asset_gone' },
    });
    expect((await app.api.get(kept.outputs[0].url)).status).toBe(200);
    for (const table of ['task_events', 'webhook_deliveries']) expect(await rowsOf(table, short.id)).toBe(0);
    expect((await ada.get('/tasks')).body.tasks.map(({ id }: any) => id)).toEqual([kept.id, short.id]);
    // What is left in the storage is the input and the output of the other one.
    expect(await files()).toHaveLength(earlier.length + 2);
  });

  it('can be removed by its caller after it, too', async () => {
    const task = await relight({ 'output-retention-hours': '1' });
    app.passTime(HOUR_MS + 1_000);
    await expire();
    expect((await ada.delete(`/tasks/${task.id}`)).status).toBe(204);
    expect((await ada.get(`/tasks/${task.id}`)).status).toBe(404);
  });

  it.each(['0', '1.5', 'soon', '87601'])('refuses %s hours before anything is stored', async (hours) => {
    const headers = { 'output-retention-hours': hours };
    const refused = await ada.post(RELIGHT, { image }, { headers });
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(refused.body.message).toContain('Output-Retention-Hours');
    expect((await ada.get('/tasks')).body.tasks).toEqual([]);
    expect(await files()).toEqual(earlier);
  });

  it('removes later what the storage did not remove at once', async () => {
    const task = await relight({ 'output-retention-hours': '1' });
    app.passTime(HOUR_MS + 1_000);
    const broken = jest.spyOn(app.get(ObjectStorage), 'delete').mockRejectedValueOnce(new Error('no answer'));
    await expect(expire()).rejects.toThrow('no answer');
    broken.mockRestore();
    expect(await files()).not.toEqual(earlier);
    expect((await app.api.get(task.outputs[0].url)).status).toBe(410);
    app.passTime(11 * 60_000);
    const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false, jobId: 'x' };
    await app.get(CleanAssetsJob).run({}, run);
    expect(await files()).toEqual(earlier);
  });

  it('takes the lines of music with it', async () => {
    const form = new URLSearchParams({ prompt: 'a calm piano', duration: '1' });
    const headers = { 'output-retention-hours': '1' };
    const stream = await ada.call('POST', MUSIC, undefined, { raw: form, headers });
    const { task_id: id } = JSON.parse(stream.bytes.toString().split('\n')[0] ?? '');
    const task = await endedTask(ada, id);
    const audio = await app.api.get(task.outputs[0].url);
    expect(createHash('sha256').update(audio.bytes).digest('hex')).toBe(task.outputs[0].sha256);
    app.passTime(HOUR_MS + 1_000);
    await expire();
    expect((await ada.get(`/tasks/${id}/stream`)).status).toBe(410);
    expect(await rowsOf('music_lines', id)).toBe(0);
  });

  it('expires many tasks at once, and none that another hand has locked', async () => {
    const tasks = [];
    for (let count = 0; count < 4; count += 1) tasks.push(await relight({ 'output-retention-hours': '1' }));
    app.passTime(HOUR_MS + 1_000);
    const runner = app.get(DataSource).createQueryRunner();
    await runner.startTransaction();
    await runner.query('select 1 from tasks where id = $1 for update', [tasks[0].id]);
    const expired = async () =>
      (await ada.get('/tasks')).body.tasks.filter(({ expired_at }: any) => expired_at !== null).length;
    await expire();
    // Asked before the row is free: the scheduled job may come at any moment.
    expect(await expired()).toBe(3);
    await runner.rollbackTransaction();
    await runner.release();
    await expire();
    expect(await expired()).toBe(4);
  });
});

describe('OUTPUT_RETENTION_DAYS', () => {
  it('holds for all tasks, bounds what requests may say, and gives older tasks a day', async () => {
    const before = await TestApp.start();
    const caller = await before.caller();
    const image = (
      await sharp({ create: { width: 16, height: 16, channels: 3, background: '#a07050' } })
        .png()
        .toBuffer()
    ).toString('base64');
    const relight = async (app: TestApp, headers: Record<string, string> = {}) => {
      const ada = app.api.as(caller);
      const reply = await ada.post(RELIGHT, { image }, { headers });
      return reply.status === 200 ? endedTask(ada, reply.body.data.task_id) : reply;
    };
    const old = await relight(before);
    const app = await TestApp.join(before, { OUTPUT_RETENTION_DAYS: '1' });
    expect(await relight(app, { 'output-retention-hours': '25' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('from 1 to 24') },
    });
    const task = await relight(app);
    expect(Date.parse(task.expires_at) - Date.parse(task.finished_at)).toBe(24 * HOUR_MS);
    const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false, jobId: 'x' };
    await app.get(ExpireTasksJob).run({}, run);
    const ada = app.api.as(caller);
    const dated = (await ada.get(`/tasks/${old.id}`)).body;
    expect(Date.parse(dated.expires_at)).toBeGreaterThan(Date.now() + 23 * HOUR_MS);
    app.passTime(25 * HOUR_MS);
    await app.get(ExpireTasksJob).run({}, run);
    for (const { id } of [old, task])
      expect((await ada.get(`/tasks/${id}`)).body.expired_at).toEqual(expect.any(String));
    await app.stop();
    await before.stop();
  });
});
