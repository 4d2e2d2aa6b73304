import { readFile } from 'node:fs/promises';
import { ApiError, createFalClient, type FalClient, ValidationError } from '@fal-ai/client';
import { endedTask } from '../../support/ended-task.js';
import { sampleFile } from '../../support/sample-file.js';
import { type ApiClient, type Caller, TestApp } from '../../support/test-app.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { brightness, vendorOfModels } from './models.js';

describe('the queue of fal', () => {
  let vendor: any;
  let app: TestApp;
  let caller: Caller;
  let ada: ApiClient;
  let client: FalClient;

  const clientOf = (credentials: string) =>
    createFalClient({
      ...{ credentials, retry: { maxRetries: 0 } },
      proxyUrl: { url: `${app.api.baseUrl}/fal`, when: 'always' },
    });
  const room = async () =>
    new Blob([new Uint8Array(await readFile(sampleFile('room.jpg')))], { type: 'image/jpeg' });
  const failure = async (call: Promise<unknown>): Promise<any> =>
    call.then(String, (error: unknown) => error);

  beforeAll(async () => {
    const models = await vendorOfModels();
    vendor = models.vendor;
    app = await TestApp.start({ VENDORS_FILE: models.VENDORS_FILE, COMPATIBLE_APIS: 'fal' });
    caller = await app.caller();
    ada = app.api.as(caller);
    client = clientOf(caller.token);
  });
  afterAll(async () => {
    await app.stop();
    await vendor.stop();
  });
  beforeEach(() => vendor.reset());

  it('takes a kind of ours with a file, and is followed to its picture', async () => {
    const states: any[] = [];
    const { data, requestId } = await client.subscribe('atelier/image-relight', {
      input: { image: await room(), prompt: 'a very dark night' },
      ...{ logs: true, pollInterval: 50, onQueueUpdate: (state) => states.push(state) },
    });
    expect(data.images[0]).toMatchObject({ content_type: expect.stringMatching(/^image\//) });
    const made = await app.api.get(data.images[0].url);
    expect(await brightness(made.bytes)).not.toBeCloseTo(await brightness(sampleFile('room.jpg')), 0);
    expect(states.at(-1)).toMatchObject({
      ...{ status: 'COMPLETED', request_id: requestId, metrics: { inference_time: expect.any(Number) } },
      logs: expect.arrayContaining([expect.objectContaining({ message: 'succeeded', level: 'INFO' })]),
    });
    expect((await endedTask(ada, requestId)).request.prompt).toBe('a very dark night');
  });

  it('takes the model of a vendor by a name with slashes, and answers at once too', async () => {
    const { data } = await client.run('text-to-image/flux-dev', {
      input: { prompt: 'a lighthouse', width: 512 },
    });
    expect((await app.api.get(data.images[0].url)).headers.get('content-type')).toBe('image/png');
    const film = await client.subscribe('text-to-video/kling', {
      input: { prompt: 'waves' },
      pollInterval: 50,
    });
    expect(film.data.video).toMatchObject({ content_type: 'video/mp4', file_size: expect.any(Number) });
    expect(vendor.problems).toEqual([]);
  });

  it('says where a request waits, and cancels it once', async () => {
    const image = await client.storage.upload(await room());
    const input = { model: 'vq2-pro', images: [image], duration: 8, resolution: '1080p', off_peak: true };
    const endpoint = 'atelier/video-start-end';
    const { request_id: requestId, status_url: link } = await client.queue.submit(endpoint, { input });
    expect(link).toContain(`/fal/queue/${endpoint}/requests/${requestId}/status`);
    expect(['IN_QUEUE', 'IN_PROGRESS']).toContain(
      (await client.queue.status(endpoint, { requestId })).status,
    );
    expect((await failure(client.queue.result(endpoint, { requestId }))).status).toBe(400);
    await client.queue.cancel(endpoint, { requestId });
    expect((await endedTask(ada, requestId)).status).toBe('canceled');
    const again = await failure(client.queue.cancel(endpoint, { requestId }));
    expect(again).toMatchObject({ status: 400, body: { status: 'ALREADY_COMPLETED' } });
    expect(await client.queue.status(endpoint, { requestId })).toMatchObject({ status: 'COMPLETED' });
  });

  it('is called without the proxy of the SDK too', async () => {
    const path = '/fal/queue/text-to-image/flux-dev';
    const headers = { Authorization: `Key ${caller.token}`, 'Idempotency-Key': 'one-request' };
    const submit = (body: object) => app.api.post(path, body, { headers });
    const [first, second] = [await submit({ prompt: 'a boat' }), await submit({ prompt: 'a boat' })];
    expect(first).toMatchObject({ status: 200, body: { status: 'IN_QUEUE', queue_position: 0 } });
    expect(second.body).toEqual(first.body);
    await endedTask(ada, first.body.request_id);
    expect(vendor.orders).toHaveLength(1);
    const { headers: _, ...state } = await app.api.get(first.body.status_url, { headers });
    expect(state).toMatchObject({ status: 200, body: { status: 'COMPLETED', logs: null } });
  });

  it('takes a key for the model that it was sent with', async () => {
    const send = (model: string) =>
      app.api.post(
        '/fal',
        { prompt: 'waves' },
        {
          headers: {
            ...{ Authorization: `Key ${caller.token}`, 'Idempotency-Key': 'two-models' },
            'x-fal-target-url': `https://queue.fal.run/${model}`,
          },
        },
      );
    const sent = await send('text-to-video/kling');
    expect(sent.status).toBe(200);
    expect((await send('text-to-image/flux-dev')).status).toBe(409);
    await endedTask(ada, sent.body.request_id);
  });

  it.each([
    'https://queue.fal.run.example.com/a/b',
    'http://queue.fal.run/a/b',
    'https://127.0.0.1/a',
    'nothing',
  ])('calls no target, and refuses one that is not of fal: %s', async (target) => {
    const reply = await ada.post('/fal', {}, { headers: { 'x-fal-target-url': target } });
    expect(reply).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'x-fal-target-url'] }] } });
  });

  it('names each wrong field', async () => {
    const input = { prompt: 7, style: 'none' };
    const wrong = await failure(client.subscribe('atelier/image-relight', { input }));
    expect(wrong).toBeInstanceOf(ValidationError);
    const fields = wrong.fieldErrors.map(({ loc }: any) => loc.at(-1));
    expect(fields.sort()).toEqual(['image', 'prompt', 'style']);
  });

  it('refuses unknown models, bad tokens, tasks of others and work that cannot be paid for', async () => {
    const draw = (by: FalClient) =>
      failure(by.subscribe('text-to-image/flux-dev', { input: { prompt: 'x' } }));
    const unknown = await failure(client.subscribe('fal-ai/flux-pro', { input: {} }));
    expect(unknown).toBeInstanceOf(ApiError);
    expect(unknown).toMatchObject({ status: 404, body: { detail: expect.stringContaining('flux-dev') } });
    expect(await draw(clientOf('nobody'))).toMatchObject({ status: 401 });
    const [{ id: requestId }] = (await ada.get('/tasks')).body.tasks;
    const other = clientOf((await app.caller()).token);
    expect(await failure(other.queue.status('a/b', { requestId }))).toMatchObject({ status: 404 });
    const poor = await app.caller();
    const admin = app.api.as(await app.caller({ isAdmin: true }));
    await admin.put(`/admin/users/${poor.user.id}/limits`, { total: 1 });
    expect(await draw(clientOf(poor.token))).toMatchObject({ status: 403 });
    expect(vendor.orders).toEqual([]);
  });

  it('calls back with the result, or why there is none', async () => {
    const receiver = await WebhookReceiver.start();
    const submit = () =>
      client.queue.submit('text-to-image/flux-dev', { input: { prompt: 'x' }, webhookUrl: receiver.url });
    const made = await submit();
    await receiver.received(1);
    vendor.next = [{ on: 'order', act: 'refuse', refusal: 'content' }];
    const failed = await submit();
    const calls = (await receiver.received(2)).map(({ body }) => JSON.parse(body));
    expect(calls).toMatchObject([
      { request_id: made.request_id, status: 'OK', payload: { images: [{ content_type: 'image/png' }] } },
      { request_id: failed.request_id, status: 'ERROR', error: expect.stringMatching(/flagged/) },
    ]);
    await receiver.stop();
  });

  it('says why work failed', async () => {
    vendor.next = [{ on: 'order', act: 'refuse', refusal: 'content' }];
    const refused = await failure(
      client.subscribe('text-to-image/flux-dev', { input: { prompt: 'x' }, pollInterval: 50 }),
    );
    expect(refused).toBeInstanceOf(ValidationError);
    expect(refused.fieldErrors[0].msg).toMatch(/flagged/);
  });
});
