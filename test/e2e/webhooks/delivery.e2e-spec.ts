import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { Webhook } from 'standardwebhooks';
import { webhookProblem } from '../../support/api-contract.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

describe('webhooks', () => {
  let app: TestApp;
  let image: string;
  const receivers: WebhookReceiver[] = [];

  beforeAll(async () => {
    app = await TestApp.start({ WEBHOOK_RETRY_SECONDS: '0.2,0.3', WEBHOOK_TIMEOUT_MS: '1000' });
    const picture = sharp({ create: { width: 32, height: 24, channels: 3, background: '#a06040' } });
    image = (await picture.png().toBuffer()).toString('base64');
  });
  afterAll(async () => {
    await app.stop();
    await Promise.all(receivers.map((receiver) => receiver.stop()));
  });

  async function receiver(...parameters: Parameters<typeof WebhookReceiver.start>): Promise<WebhookReceiver> {
    const started = await WebhookReceiver.start(...parameters);
    receivers.push(started);
    return started;
  }

  async function relight(api: ApiClient, webhookUrl: string): Promise<string> {
    const reply = await api.post('/proxy/imgprov/v1/ai/image-relight', { image, webhook_url: webhookUrl });
    expect(reply.status).toBe(200);
    return reply.body.data.task_id;
  }

  async function deliveriesOf(
    api: ApiClient,
    taskId: string,
    isSettled: (deliveries: any[]) => boolean,
  ): Promise<any[]> {
    for (let tries = 0; ; tries += 1) {
      const { deliveries } = (await api.get(`/tasks/${taskId}/deliveries`)).body;
      if (isSettled(deliveries) || tries > 200) return deliveries;
      await sleep(50);
    }
  }

  it('tells every status change in order, signed so that the official library accepts it', async () => {
    const ada = app.api.as(await app.caller());
    const hook = await receiver();
    const taskId = await relight(ada, hook.url);
    const calls = await hook.received(2);
    for (const call of calls) expect(webhookProblem('imageTask', call)).toBeUndefined();
    const { secret } = (await ada.get('/users/webhook-secret')).body;
    const bodies = calls.map(({ body, headers }) =>
      new Webhook(secret).verify(body, headers as Record<string, string>),
    );
    expect(bodies).toEqual([
      { generated: [], status: 'IN_PROGRESS', task_id: taskId },
      { generated: [expect.stringContaining('/assets/')], status: 'COMPLETED', task_id: taskId },
    ]);
    expect(calls[0]?.headers['webhook-id']).not.toBe(calls[1]?.headers['webhook-id']);
  });

  it('tells why a task failed', async () => {
    const ada = app.api.as(await app.caller());
    const hook = await receiver();
    const reply = await ada.post('/proxy/imgprov/v1/ai/image-relight', {
      image: Buffer.from(image, 'base64').subarray(0, 60).toString('base64'),
      webhook_url: hook.url,
    });
    const { task_id } = reply.body.data;
    const calls = await hook.received(2);
    for (const call of calls) expect(webhookProblem('imageTask', call)).toBeUndefined();
    const last = calls.map(({ body }) => JSON.parse(body)).at(-1);
    expect(last).toEqual({
      generated: [],
      status: 'FAILED',
      task_id,
      error: { code: 'undecodable_image', message: expect.stringMatching(/\w+ .*\./) },
    });
  });

  it('repeats a refused call under the same id before it tells the next change', async () => {
    const ada = app.api.as(await app.caller());
    const hook = await receiver((n) => ({ status: n === 0 ? 500 : 204 }));
    const taskId = await relight(ada, hook.url);
    const calls = await hook.received(3);
    const statuses = calls.map(({ body }) => JSON.parse(body).status);
    expect(statuses).toEqual(['IN_PROGRESS', 'IN_PROGRESS', 'COMPLETED']);
    expect(calls[0]?.headers['webhook-id']).toBe(calls[1]?.headers['webhook-id']);
    expect(calls[0]?.body).toBe(calls[1]?.body);
    const deliveries = await deliveriesOf(ada, taskId, (all) =>
      all.every(({ status }) => status === 'delivered'),
    );
    expect(deliveries.map(({ attempts }) => attempts.map((attempt: any) => attempt.response_status))).toEqual(
      [[500, 204], [204]],
    );
    expect(deliveries[0].attempts[0].response_text).toBe('thanks');
  });

  it('gives a delivery up after its last retry and goes on with the next', async () => {
    const ada = app.api.as(await app.caller());
    const hook = await receiver((n) => ({ status: n < 3 ? 503 : 200 }));
    const taskId = await relight(ada, hook.url);
    await hook.received(4);
    const deliveries = await deliveriesOf(ada, taskId, (all) => all[1]?.status === 'delivered');
    expect(deliveries.map(({ status }) => status)).toEqual(['failed', 'delivered']);
  });

  it('stops for good at 410', async () => {
    const ada = app.api.as(await app.caller());
    const hook = await receiver(() => ({ status: 410 }));
    const taskId = await relight(ada, hook.url);
    const deliveries = await deliveriesOf(
      ada,
      taskId,
      (all) => all.length === 2 && all.every(({ status }) => status === 'failed'),
    );
    expect(deliveries.map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(hook.calls).toHaveLength(1);
  });

  it('gives up what is answered by a redirect that would lose it, and goes on with the next', async () => {
    const ada = app.api.as(await app.caller());
    const hook = await receiver((n) =>
      n === 0 ? { status: 302, headers: { location: '/moved' } } : { status: 204 },
    );
    const taskId = await relight(ada, hook.url);
    const deliveries = await deliveriesOf(ada, taskId, (all) => all[1]?.status === 'delivered');
    expect(deliveries.map(({ status, attempts }) => [status, attempts.length])).toEqual([
      ['failed', 1],
      ['delivered', 1],
    ]);
    expect(deliveries[0].attempts[0].error).toBe('The redirect was not followed.');
  });

  it('counts an answer that takes too long as a failure', async () => {
    const ada = app.api.as(await app.caller());
    const hook = await receiver((n) => ({ status: 200, delayMs: n === 0 ? 3_000 : 0 }));
    const taskId = await relight(ada, hook.url);
    const deliveries = await deliveriesOf(ada, taskId, (all) => all[0]?.status === 'delivered');
    expect(deliveries[0].attempts[0]).toMatchObject({ response_status: null, error: expect.any(String) });
  });

  it('sends a delivery again on request, under the same id, and only for its owner', async () => {
    const ada = app.api.as(await app.caller());
    const hook = await receiver();
    const taskId = await relight(ada, hook.url);
    await hook.received(2);
    const [first] = await deliveriesOf(ada, taskId, (all) => all.length === 2);
    const bob = app.api.as(await app.caller());
    expect(await bob.post(`/deliveries/${first.id}/redeliver`)).toMatchObject({
      status: 404,
      body: { error: 'delivery_not_found' },
    });
    expect(await ada.post(`/deliveries/${first.id.toUpperCase()}/redeliver`)).toMatchObject({
      status: 202,
      body: { id: first.id },
    });
    const calls = await hook.received(3);
    expect(calls[2]).toMatchObject({ body: calls[0]?.body, headers: { 'webhook-id': first.id } });
  });

  it('signs with the old and the new secret for a day after a rotation', async () => {
    const ada = app.api.as(await app.caller());
    const old = (await ada.get('/users/webhook-secret')).body.secret;
    const rotated = (await ada.post('/users/webhook-secret')).body;
    expect(rotated.secret).not.toBe(old);
    const hook = await receiver();
    await relight(ada, hook.url);
    const [call] = await hook.received(1);
    expect(webhookProblem('imageTask', call!)).toBeUndefined();
    for (const secret of [old, rotated.secret]) {
      expect(() =>
        new Webhook(secret).verify(call!.body, call!.headers as Record<string, string>),
      ).not.toThrow();
    }
  });

  it('shows the deliveries in the task', async () => {
    const ada = app.api.as(await app.caller());
    const hook = await receiver();
    const taskId = await relight(ada, `${hook.url}?key=hidden`);
    await hook.received(2);
    const task = (await ada.get(`/tasks/${taskId}`)).body;
    expect(task.deliveries).toHaveLength(2);
    expect(task.deliveries[0].receiver).toBe(new URL(hook.url).origin);
    expect(JSON.stringify(task)).not.toContain(hook.url);
    expect(JSON.stringify(task)).not.toContain('hidden');
  });
});

describe('webhook addresses', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({ ALLOW_PRIVATE_NETWORKS: 'false' });
  });
  afterAll(() => app.stop());

  it.each([
    'http://127.0.0.1/x',
    'http://169.254.169.254/latest',
    'http://[::1]/x',
    'http://0x7f000001/',
    'http://localhost/x',
    'ftp://example.com/',
    'https://user:pw@example.com/',
  ])('refuse %s before anything is stored', async (url) => {
    const ada = app.api.as(await app.caller());
    const image =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const reply = await ada.post('/proxy/imgprov/v1/ai/image-relight', { image, webhook_url: url });
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(reply.body.message).toContain('webhook_url must');
    expect((await ada.get('/tasks')).body.tasks).toEqual([]);
  });
});
