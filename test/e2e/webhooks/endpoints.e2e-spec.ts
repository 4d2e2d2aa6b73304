import { Webhook } from 'standardwebhooks';
import { webhookProblem } from '../../support/api-contract.js';
import { drain } from '../../support/jobs.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { type ReceivedCall, WebhookReceiver } from '../../support/webhook-receiver.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const PATH = '/webhooks/endpoints';
const TINY_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const receivers: WebhookReceiver[] = [];
afterAll(() => Promise.all(receivers.map((one) => one.stop())));

async function receiver(...parameters: Parameters<typeof WebhookReceiver.start>): Promise<WebhookReceiver> {
  const started = await WebhookReceiver.start(...parameters);
  receivers.push(started);
  return started;
}

async function relight(api: ApiClient): Promise<string> {
  const reply = await api.post('/proxy/imgprov/v1/ai/image-relight', { image: TINY_PNG });
  expect(reply.status).toBe(200);
  return reply.body.data.task_id;
}

async function endpoint(api: ApiClient, fields: Record<string, unknown>): Promise<any> {
  const reply = await api.post(PATH, fields);
  expect(reply.status).toBe(201);
  return reply.body;
}

async function deliveriesOf(api: ApiClient, id: string, query = ''): Promise<any[]> {
  return (await api.get(`${PATH}/${id}/deliveries?limit=100${query}`)).body.deliveries;
}

function read(secret: string, { body, headers }: ReceivedCall): any {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

const typesOf = (calls: readonly ReceivedCall[]) => calls.map(({ body }) => JSON.parse(body).type);
const idsOf = (calls: readonly ReceivedCall[]) => calls.map(({ headers }) => headers['webhook-id']);

describe('standing webhook endpoints', () => {
  let app: TestApp;
  let ada: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start({
      WEBHOOK_RETRY_SECONDS: '0.1,0.2',
      WEBHOOK_TIMEOUT_MS: '1000',
      WEBHOOK_ENDPOINTS_PER_USER: '3',
    });
  });
  beforeEach(async () => {
    ada = app.api.as(await app.caller());
  });
  afterAll(() => app.stop());

  it('hear of every status change of a task in order, as the document says, with a signature of their own', async () => {
    const hook = await receiver();
    const { secret, id } = await endpoint(ada, { url: hook.url, description: 'everything' });
    const taskId = await relight(ada);
    const calls = await hook.received(3);
    expect(typesOf(calls)).toEqual(['task.created', 'task.processing', 'task.succeeded']);
    for (const call of calls) expect(webhookProblem('taskMessage', call)).toBeUndefined();
    const messages = calls.map((call) => read(secret, call));
    expect(messages.map(({ version, data }) => [version, data.id, data.seq, data.native_status])).toEqual([
      [1, taskId, 0, 'CREATED'],
      [1, taskId, 1, 'IN_PROGRESS'],
      [1, taskId, 2, 'COMPLETED'],
    ]);
    expect(messages[2].data.outputs).toEqual([
      expect.objectContaining({ role: 'image', url: expect.stringContaining('/assets/') }),
    ]);
    const users = (await ada.get('/users/webhook-secret')).body.secret;
    expect(() => read(users, calls[0]!)).toThrow();
    await until(async () => (await deliveriesOf(ada, id, '&status=delivered')).length === 3);
    const listed = await deliveriesOf(ada, id);
    expect(listed.map(({ type }) => type)).toEqual(['task.succeeded', 'task.processing', 'task.created']);
    expect(listed.every(({ task_id, endpoint_id }) => task_id === taskId && endpoint_id === id)).toBe(true);
    const ofTask = (await ada.get(`/tasks/${taskId}/deliveries`)).body.deliveries;
    expect(ofTask.map((delivery: any) => [delivery.endpoint_id, delivery.seq])).toEqual([
      [id, 0],
      [id, 1],
      [id, 2],
    ]);
    expect((await ada.get(`${PATH}/${id}`)).body).toMatchObject({
      attempts_24h: { received: 3, failed: 0 },
      success_rate_24h: 1,
      enabled: true,
    });
  });

  it('hear of nothing but the kinds and statuses that they want, and of no other user', async () => {
    const [wanted, others, bobs] = [await receiver(), await receiver(), await receiver()];
    const bob = app.api.as(await app.caller());
    await endpoint(ada, { url: wanted.url, kinds: ['image-relight'], statuses: ['succeeded', 'failed'] });
    await endpoint(ada, { url: others.url, kinds: ['video-extend'] });
    await endpoint(bob, { url: bobs.url });
    await relight(ada);
    expect(typesOf(await wanted.received(1))).toEqual(['task.succeeded']);
    await drain(app);
    expect([wanted.calls.length, others.calls.length, bobs.calls.length]).toEqual([1, 0, 0]);
  });

  it('leave the callback address of a task as it is', async () => {
    const [hook, callback] = [await receiver(), await receiver()];
    await endpoint(ada, { url: hook.url });
    const { body } = await ada.post('/proxy/imgprov/v1/ai/image-relight', {
      image: TINY_PNG,
      webhook_url: callback.url,
    });
    await hook.received(3);
    const calls = await callback.received(2);
    expect(calls.map((call) => JSON.parse(call.body).status)).toEqual(['IN_PROGRESS', 'COMPLETED']);
    const { deliveries } = (await ada.get(`/tasks/${body.data.task_id}`)).body;
    expect(deliveries.map(({ endpoint_id }: any) => endpoint_id)).toEqual([null, null]);
  });

  it('get a refused message again under its id before they hear of the next change', async () => {
    const hook = await receiver((n) => ({ status: n === 0 ? 500 : 204 }));
    const { id } = await endpoint(ada, { url: hook.url });
    await relight(ada);
    const calls = await hook.received(4);
    expect(typesOf(calls)).toEqual(['task.created', 'task.created', 'task.processing', 'task.succeeded']);
    expect(new Set(idsOf(calls)).size).toBe(3);
    await until(async () => (await ada.get(`${PATH}/${id}`)).body.success_rate_24h === 0.75);
  });

  it('do not follow a redirect, and give the message up at once', async () => {
    const elsewhere = await receiver();
    const hook = await receiver(() => ({ status: 307, headers: { location: elsewhere.url } }));
    const { id } = await endpoint(ada, { url: hook.url });
    await ada.post(`${PATH}/${id}/test`);
    await until(async () => (await deliveriesOf(ada, id, '&status=failed')).length === 1);
    const [{ attempts, next_attempt_at }] = await deliveriesOf(ada, id);
    expect([attempts.length, next_attempt_at]).toEqual([1, null]);
    expect(attempts[0]).toMatchObject({ response_status: 307, error: 'The redirect was not followed.' });
    expect(elsewhere.calls).toHaveLength(0);
  });

  it('can be tried, and the test can be sent once more', async () => {
    const hook = await receiver();
    const { id, secret } = await endpoint(ada, { url: hook.url, statuses: ['failed'] });
    const sent = await ada.post(`${PATH}/${id}/test`);
    expect(sent.status).toBe(202);
    const [call] = await hook.received(1);
    expect(webhookProblem('endpointMessage', call!)).toBeUndefined();
    expect(read(secret, call!)).toMatchObject({ type: 'endpoint.test', data: { endpoint_id: id } });
    expect(idsOf([call!])).toEqual([sent.body.id]);
    const bob = app.api.as(await app.caller());
    expect((await bob.post(`/deliveries/${sent.body.id}/redeliver`)).status).toBe(404);
    expect((await ada.post(`/deliveries/${sent.body.id}/redeliver`)).status).toBe(202);
    expect(idsOf(await hook.received(2))).toEqual([sent.body.id, sent.body.id]);
  });

  it('sign with the old secret too for a day after a rotation', async () => {
    const hook = await receiver();
    const { id, secret: old } = await endpoint(ada, { url: hook.url });
    const rotated = (await ada.post(`${PATH}/${id}/secret`)).body;
    await ada.post(`${PATH}/${id}/test`);
    const [call] = await hook.received(1);
    for (const secret of [old, rotated.secret]) expect(() => read(secret, call!)).not.toThrow();
    const untilMs = Date.parse(rotated.previous_expires_at);
    expect(Math.abs(untilMs - Date.now() - DAY_MS)).toBeLessThan(60_000);
    expect((await ada.get(`${PATH}/${id}`)).body).not.toHaveProperty('secret');
  });

  it('are called where they are now, also for what waits already', async () => {
    const [broken, mended] = [await receiver(() => ({ status: 500 })), await receiver()];
    const { id } = await endpoint(ada, { url: broken.url });
    await ada.post(`${PATH}/${id}/test`);
    await broken.received(1);
    expect((await ada.put(`${PATH}/${id}`, { url: mended.url })).body.url).toBe(mended.url);
    await ada.post(`${PATH}/${id}/recover`, { since: new Date(Date.now() - 60_000).toISOString() });
    await ada.post(`${PATH}/${id}/test`);
    await mended.received(1);
  });

  it('get everything since a time again under the same ids, and what they missed while they were off', async () => {
    const hook = await receiver();
    const since = new Date().toISOString();
    const { id } = await endpoint(ada, { url: hook.url, statuses: ['processing', 'succeeded'] });
    const first = await relight(ada);
    const before = [...(await hook.received(2))];
    expect((await ada.put(`${PATH}/${id}`, { enabled: false })).body).toMatchObject({
      enabled: false,
      disabled_reason: 'by_owner',
    });
    for (const action of ['test', 'recover'])
      expect(
        await ada.post(`${PATH}/${id}/${action}`, action === 'test' ? undefined : { since }),
      ).toMatchObject({
        status: 409,
        body: { error: 'webhook_endpoint_disabled' },
      });
    const missed = await relight(ada);
    await until(async () => (await ada.get(`/tasks/${missed}`)).body.status === 'succeeded');
    await drain(app);
    expect(hook.calls).toHaveLength(2);
    expect((await ada.put(`${PATH}/${id}`, { enabled: true })).body.disabled_reason).toBeNull();
    expect((await ada.post(`${PATH}/${id}/recover`, { since })).status).toBe(202);
    const calls = (await hook.received(6)).slice(2);
    const told = calls.map(({ body }) => JSON.parse(body));
    const of = (taskId: string) => told.filter(({ data }) => data.id === taskId).map(({ type }) => type);
    expect([of(first), of(missed)]).toEqual(
      Array.from({ length: 2 }, () => ['task.processing', 'task.succeeded']),
    );
    expect(idsOf(calls)).toEqual(expect.arrayContaining(idsOf(before)));
    for (const call of calls) expect(webhookProblem('taskMessage', call)).toBeUndefined();
    await drain(app);
    await ada.post(`${PATH}/${id}/recover`, { since, undelivered_only: true });
    await drain(app);
    expect(hook.calls).toHaveLength(6);
  });

  it('refuse an address, kind, status or time that cannot be, and more than are allowed', async () => {
    const url = 'https://example.com/hook';
    const wrong: [Record<string, unknown>, string][] = [
      [{}, 'url is required'],
      [{ url: 'ftp://example.com' }, 'url must be'],
      [{ url, kinds: ['nothing'] }, 'kinds must be some of image-'],
      [{ url, statuses: ['done'] }, 'statuses must be'],
    ];
    for (const [body, message] of wrong) {
      const reply = await ada.post(PATH, body);
      expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
      expect(reply.body.message).toContain(message);
    }
    const { id } = await endpoint(ada, { url });
    const times = [new Date(Date.now() + DAY_MS), new Date(Date.now() - 31 * DAY_MS)];
    for (const since of times)
      expect((await ada.post(`${PATH}/${id}/recover`, { since: since.toISOString() })).status).toBe(400);
    const replies = await Promise.all(Array.from({ length: 6 }, () => ada.post(PATH, { url })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    expect((await ada.get(PATH)).body.endpoints).toHaveLength(3);
  });

  it('go with their deliveries when they are deleted, and are nobody else’s', async () => {
    const hook = await receiver();
    const { id } = await endpoint(ada, { url: hook.url });
    const taskId = await relight(ada);
    await hook.received(3);
    await drain(app);
    const bob = app.api.as(await app.caller());
    for (const [method, target] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ['POST', '/test'],
    ] as const)
      expect((await bob.call(method, `${PATH}/${id}${target}`)).body.error).toBe(
        'webhook_endpoint_not_found',
      );
    expect((await ada.delete(`${PATH}/${id}`)).status).toBe(204);
    expect((await ada.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await ada.get(`/tasks/${taskId}/deliveries`)).body.deliveries).toEqual([]);
  });

  it('list their deliveries page by page', async () => {
    const hook = await receiver();
    const { id } = await endpoint(ada, { url: hook.url });
    for (let n = 0; n < 3; n += 1) await ada.post(`${PATH}/${id}/test`);
    const all = (await deliveriesOf(ada, id)).map((delivery) => delivery.id);
    const first = (await ada.get(`${PATH}/${id}/deliveries?limit=2`)).body;
    const rest = (await ada.get(`${PATH}/${id}/deliveries?limit=2&cursor=${first.next_cursor}`)).body;
    expect([...first.deliveries, ...rest.deliveries].map((delivery) => delivery.id)).toEqual(all);
    expect(rest.next_cursor).toBeNull();
  });
});

describe('a webhook endpoint that fails', () => {
  let app: TestApp;
  let ada: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start({ WEBHOOK_RETRY_SECONDS: '0.05', WEBHOOK_ENDPOINT_FAILURE_DAYS: '5' });
    ada = app.api.as(await app.caller());
  });
  afterAll(() => app.stop());

  /** Sends a test, which ends after all its retries. */
  async function fail(id: string): Promise<any> {
    const { body } = await ada.post(`${PATH}/${id}/test`);
    await until(async () =>
      (await deliveriesOf(ada, id, '&status=failed')).some((one) => one.id === body.id),
    );
    return (await ada.get(`${PATH}/${id}`)).body;
  }

  it('is switched off after five days of failures alone, and its owner told; a received one ends the count', async () => {
    let status = 500;
    const [hook, other] = [await receiver(() => ({ status })), await receiver()];
    const { id } = await endpoint(ada, { url: hook.url });
    expect(await fail(id)).toMatchObject({ enabled: true, failing_since: expect.any(String) });
    for (let day = 1; day <= 4; day += 1) {
      app.passTime(DAY_MS);
      expect(await fail(id)).toMatchObject({ enabled: true });
    }
    status = 204;
    await ada.post(`${PATH}/${id}/test`);
    await until(async () => (await ada.get(`${PATH}/${id}`)).body.failing_since === null);
    status = 500;
    await endpoint(ada, { url: other.url, statuses: ['failed'] });
    for (let day = 0; day <= 4; day += 1) {
      expect(await fail(id)).toMatchObject({ enabled: true, disabled_reason: null });
      app.passTime(DAY_MS);
    }
    expect(await fail(id)).toMatchObject({
      enabled: false,
      disabled_reason: 'failing',
      disabled_at: expect.any(String),
    });
    const [call] = await other.received(1);
    expect(webhookProblem('endpointMessage', call!)).toBeUndefined();
    expect(JSON.parse(call!.body)).toMatchObject({
      type: 'endpoint.disabled',
      data: { endpoint_id: id, disabled_reason: 'failing' },
    });
    const calls = hook.calls.length;
    await relight(ada);
    await drain(app);
    expect(hook.calls).toHaveLength(calls);
  });

  it('does not count failures days apart as one trouble', async () => {
    const hook = await receiver(() => ({ status: 500 }));
    const { id } = await endpoint(ada, { url: hook.url });
    await fail(id);
    app.passTime(6 * DAY_MS);
    expect(await fail(id)).toMatchObject({ enabled: true });
  });

  it('is switched off at once when it answers 410', async () => {
    const hook = await receiver(() => ({ status: 410 }));
    const { id } = await endpoint(ada, { url: hook.url });
    expect(await fail(id)).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    expect(hook.calls).toHaveLength(1);
  });
});
