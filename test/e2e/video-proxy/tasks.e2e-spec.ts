import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { webhookProblem } from '../../support/api-contract.js';
import { engineProcesses } from '../../support/engine-processes.js';
import { endEngine } from '../../support/end-engine.js';
import { TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { ended, image, reaches, SMALL } from './video-tasks.js';

/** Long enough to be met while it runs. */
const LONG = { model: 'vq3-pro', duration: 16, resolution: '1080p' } as const;

describe('video tasks', () => {
  let app: TestApp;
  let picture: string;
  const receivers: WebhookReceiver[] = [];
  beforeAll(async () => {
    app = await TestApp.start();
    picture = await image(1);
  });
  afterAll(async () => {
    await app.stop();
    await Promise.all(receivers.map((receiver) => receiver.stop()));
  });
  afterEach(async () => {
    // Whatever became of the task, its working folder is gone soon after.
    await until(async () => (await workingFolders()).length === 0);
  });

  function workingFolders(): Promise<string[]> {
    return readdir(path.join(app.dataDir, 'scratch'));
  }

  async function hook(): Promise<WebhookReceiver> {
    const receiver = await WebhookReceiver.start();
    receivers.push(receiver);
    return receiver;
  }

  it('tell every change in order, with the creations as the look-up gives them, signed', async () => {
    const ada = app.api.as(await app.caller());
    const receiver = await hook();
    const { body } = await ada.post('/proxy/vidprov/start-end2video', {
      ...SMALL,
      images: [picture],
      payload: 'order 4711',
      callback_url: receiver.url,
    });
    const calls = await receiver.received(3);
    for (const call of calls) expect(webhookProblem('videoTask', call)).toBeUndefined();
    const { secret } = (await ada.get('/users/webhook-secret')).body;
    const bodies = calls.map(
      (call) =>
        new Webhook(secret).verify(call.body, call.headers as Record<string, string>) as Record<
          string,
          unknown
        >,
    );
    expect(bodies.map(({ state }) => state)).toEqual(['queueing', 'processing', 'success']);
    const looked = (await ended(ada, body.task_id)).body;
    for (const told of bodies) expect(Object.keys(told)).toEqual(Object.keys(looked));
    expect(bodies[0]).toMatchObject({ id: body.task_id, payload: 'order 4711', creations: [] });
    expect(bodies[2]).toMatchObject({
      progress: 100,
      credits: 10,
      creations: [{ id: looked.creations[0].id, url: expect.stringContaining('/assets/') }],
    });
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  });

  it('tell a failure too', async () => {
    const receiver = await hook();
    await app.api.post('/proxy/vidprov/reference2video', {
      ...SMALL,
      prompt: 'a',
      images: ['http://127.0.0.1:59999/absent.png'],
      callback_url: receiver.url,
    });
    const calls = await receiver.received(3);
    for (const call of calls) expect(webhookProblem('videoTask', call)).toBeUndefined();
    const last = calls.map(({ body }) => JSON.parse(body)).at(-1);
    expect(last).toMatchObject({ state: 'failed', err_code: 'image_unreachable', creations: [] });
    expect(last.err_msg).toMatch(/\w+ .*\./);
  });

  it('can be stopped while they wait and while they run, and only then', async () => {
    const running = await app.api.post('/proxy/vidprov/start-end2video', { ...LONG, images: [picture] });
    const waiting = await app.api.post('/proxy/vidprov/start-end2video', { ...SMALL, images: [picture] });
    const cancel = (id: string) => app.api.post(`/proxy/vidprov/tasks/${id}/cancel`);
    expect((await reaches(app.api, running.body.task_id, 'processing')).body.state).toBe('processing');
    const queued = await app.api.get(`/proxy/vidprov/tasks/${waiting.body.task_id}/creations`);
    expect(queued.body.state).toBe('queueing');
    for (const id of [waiting.body.task_id, running.body.task_id]) {
      const reply = await cancel(id);
      expect([reply.status, reply.body]).toEqual([200, {}]);
      expect((await ended(app.api, id)).body).toMatchObject({
        state: 'failed',
        err_code: 'canceled',
        creations: [],
      });
      const again = await cancel(id);
      expect([again.status, again.body.error]).toEqual([409, 'task_ended']);
    }
    await noChildren();
    const next = await app.api.post('/proxy/vidprov/start-end2video', { ...SMALL, images: [picture] });
    expect((await ended(app.api, next.body.task_id)).body.state).toBe('success');
    expect((await cancel(next.body.task_id)).status).toBe(409);
  });

  it('report progress while they run', async () => {
    const { body } = await app.api.post('/proxy/vidprov/start-end2video', { ...LONG, images: [picture] });
    const seen = new Set<number>();
    while (seen.size < 3) {
      const reply = await app.api.get(`/proxy/vidprov/tasks/${body.task_id}/creations`);
      expect(['created', 'queueing', 'processing']).toContain(reply.body.state);
      if (reply.body.state === 'processing') seen.add(reply.body.progress);
      await sleep(100);
    }
    expect([...seen]).toEqual([...seen].sort((a, b) => a - b));
    await app.api.post(`/proxy/vidprov/tasks/${body.task_id}/cancel`);
  });

  it('are made all the same when somebody else kills the process that makes them', async () => {
    await noChildren();
    const { body } = await app.api.post('/proxy/vidprov/start-end2video', { ...SMALL, images: [picture] });
    await endEngine('video', 'SIGKILL');
    expect((await ended(app.api, body.task_id)).body.state).toBe('success');
  });

  it('fail when the process that makes them crashes, and the next one is made', async () => {
    await noChildren();
    const { body } = await app.api.post('/proxy/vidprov/start-end2video', { ...LONG, images: [picture] });
    const next = await app.api.post('/proxy/vidprov/start-end2video', { ...SMALL, images: [picture] });
    await endEngine('video', 'SIGSEGV');
    expect((await ended(app.api, body.task_id)).body).toMatchObject({
      state: 'failed',
      err_code: 'engine_crashed',
    });
    expect((await ended(app.api, next.body.task_id)).body.state).toBe('success');
  });

  it('begin by priority, and off-peak ones last', async () => {
    const first = await app.api.post('/proxy/vidprov/start-end2video', { ...LONG, images: [picture] });
    await reaches(app.api, first.body.task_id, 'processing');
    const ids: string[] = [];
    for (const fields of [{ off_peak: true, priority: 50 }, {}, { priority: 7 }]) {
      const reply = await app.api.post('/proxy/vidprov/start-end2video', {
        ...SMALL,
        ...fields,
        images: [picture],
      });
      ids.push(reply.body.task_id);
    }
    await app.api.post(`/proxy/vidprov/tasks/${first.body.task_id}/cancel`);
    const begun = await Promise.all(
      ids.map(async (id) => {
        await ended(app.api, id);
        return Date.parse((await app.api.get(`/tasks/${id}`)).body.started_at);
      }),
    );
    const [offPeak = 0, plain = 0, urgent = 0] = begun;
    expect(urgent).toBeLessThan(plain);
    expect(plain).toBeLessThan(offPeak);
  });

  it('belong to their caller; without a token, to any caller who has the id', async () => {
    const ada = app.api.as(await app.caller());
    const eve = app.api.as(await app.caller());
    const hers = await ada.post('/proxy/vidprov/start-end2video', { ...SMALL, images: [picture] });
    const open = await app.api.post('/proxy/vidprov/start-end2video', { ...SMALL, images: [picture] });
    const creations = (id: string) => `/proxy/vidprov/tasks/${id}/creations`;
    expect((await ada.get(creations(hers.body.task_id))).status).toBe(200);
    for (const stranger of [eve, app.api]) {
      expect((await stranger.get(creations(hers.body.task_id))).body.error).toBe('task_not_found');
      const stop = await stranger.post(`/proxy/vidprov/tasks/${hers.body.task_id}/cancel`);
      expect(stop.status).toBe(404);
      expect((await stranger.get(creations(open.body.task_id))).status).toBe(200);
    }
    expect((await app.api.get(creations('0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11'))).status).toBe(404);
    expect((await app.api.get(creations('4711'))).status).toBe(400);
    for (const [api, { body }] of [
      [ada, hers],
      [app.api, open],
    ] as const)
      expect((await api.post(`/proxy/vidprov/tasks/${body.task_id}/cancel`)).status).toBe(200);
  });

  it('are open without a token, closed to a bad one and to one for something else', async () => {
    const body = { ...SMALL, images: [picture] };
    const open = await app.api.post('/proxy/vidprov/start-end2video', body);
    expect(open.status).toBe(200);
    await app.api.post(`/proxy/vidprov/tasks/${open.body.task_id}/cancel`);
    const bad = await app.api.as('atl_wrong').post('/proxy/vidprov/start-end2video', body);
    expect([bad.status, bad.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('Bearer'),
    ]);
    const narrow = app.api.as(await app.caller({ scopes: ['registry:read'] }));
    expect((await narrow.post('/proxy/vidprov/start-end2video', body)).body.error).toBe('insufficient_scope');
  });
});

async function noChildren(): Promise<void> {
  while (engineProcesses('video').length > 0) await sleep(20);
}
