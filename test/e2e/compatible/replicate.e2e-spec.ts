import { readFile } from 'node:fs/promises';
import Replicate, { type Prediction, validateWebhook } from 'replicate';
import { endedTask } from '../../support/ended-task.js';
import { sampleFile } from '../../support/sample-file.js';
import { type ApiClient, type Caller, TestApp } from '../../support/test-app.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { brightness, vendorOfModels } from './models.js';

describe('the API of Replicate', () => {
  let vendor: any;
  let app: TestApp;
  let caller: Caller;
  let ada: ApiClient;
  let client: Replicate;

  const clientOf = (auth: string) => new Replicate({ auth, baseUrl: `${app.api.baseUrl}/v1` });
  const room = () => readFile(sampleFile('room.jpg'));

  beforeAll(async () => {
    const models = await vendorOfModels();
    vendor = models.vendor;
    app = await TestApp.start({ VENDORS_FILE: models.VENDORS_FILE, COMPATIBLE_APIS: 'replicate' });
    caller = await app.caller();
    ada = app.api.as(caller);
    client = clientOf(caller.token);
  });
  afterAll(async () => {
    await app.stop();
    await vendor.stop();
  });
  beforeEach(() => vendor.reset());

  it('runs a kind of ours with a file, and waits for its picture', async () => {
    const input = { image: await room(), prompt: 'a very dark night' };
    const seen: Prediction[] = [];
    const output = await client.run('atelier/image-relight', { input }, (prediction) =>
      seen.push(prediction),
    );
    const made = await app.api.get(String(output));
    expect(await brightness(made.bytes)).not.toBeCloseTo(await brightness(sampleFile('room.jpg')), 0);
    expect(seen.at(-1)).toMatchObject({
      ...{ status: 'succeeded', model: 'atelier/image-relight', error: null },
      input: { prompt: 'a very dark night', image: expect.any(String) },
      metrics: { predict_time: expect.any(Number) },
    });
    expect(Object.keys(seen.at(-1)?.input ?? {}).sort()).toEqual(['image', 'prompt']);
  });

  it('runs a model of a vendor, by its name or as a version', async () => {
    const input = { prompt: 'a lighthouse', width: 512 };
    for (const start of [{ model: 'text-to-image/flux-dev' }, { version: 'flux-dev' }]) {
      const prediction = await client.predictions.create({ ...start, input, wait: true } as any);
      expect(prediction).toMatchObject({
        ...{ status: 'succeeded', model: 'text-to-image/flux-dev', input },
        output: expect.stringContaining('/assets/'),
      });
    }
    expect(vendor.orders).toHaveLength(2);
    expect(vendor.problems).toEqual([]);
  });

  it('is followed by asking, and listed page by page', async () => {
    const input = { prompt: 'waves' };
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const created = await client.predictions.create({ model: 'text-to-video/kling', input });
      expect(created).toMatchObject({ status: 'starting', output: null, completed_at: null });
      ids.push(created.id);
    }
    const ended = await Promise.all(
      ids.map(async (id) => client.wait({ id, status: 'starting' } as any, { interval: 50 })),
    );
    expect(ended.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    const video = await app.api.get(ended[0]?.output);
    expect(video.headers.get('content-type')).toBe('video/mp4');
    const listed: string[] = [];
    for await (const page of client.paginate(client.predictions.list))
      listed.push(...page.map(({ id }) => id));
    expect(listed.slice(0, 3)).toEqual([...ids].reverse());
    const second = await ada.get(`/v1/predictions?cursor=${ids[2]}`);
    expect(second.body.results[0].id).toBe(ids[1]);
  });

  it('is canceled, once', async () => {
    const images = [(await room()).toString('base64')];
    const input = { model: 'vq2-pro', images, duration: 8, resolution: '1080p' };
    const { id } = await client.predictions.create({ model: 'atelier/video-start-end', input });
    for (let n = 0; n < 2; n += 1)
      expect(await client.predictions.cancel(id)).toMatchObject({ id, status: 'canceled' });
    expect((await endedTask(ada, id)).status).toBe('canceled');
  });

  it('calls back with predictions, of the events that were asked for, signed as the SDK checks', async () => {
    const { body: secret } = await ada.get('/users/webhook-secret');
    const receiver = await WebhookReceiver.start();
    const start = (events?: any) =>
      client.predictions.create({
        ...{ model: 'text-to-image/flux-dev', input: { prompt: 'a boat' } },
        ...{ webhook: receiver.url, webhook_events_filter: events },
      });
    const { id } = await start(['completed']);
    await endedTask(ada, id);
    await receiver.received(1);
    const all = await start();
    await endedTask(ada, all.id);
    const calls = await receiver.received(3);
    expect(calls.map(({ body }) => JSON.parse(body)).map((told) => [told.id, told.status])).toEqual([
      [id, 'succeeded'],
      [all.id, 'processing'],
      [all.id, 'succeeded'],
    ]);
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual(await client.predictions.get(id));
    const { headers, body } = calls[0] as any;
    expect(await validateWebhook({ headers, body } as any, secret.secret)).toBe(true);
    expect((await ada.get(`/tasks/${id}`)).body.request).not.toHaveProperty('callback_form');
    await receiver.stop();
  });

  it('shows a model', async () => {
    const model: any = await client.models.get('text-to-image', 'flux-dev');
    expect(model).toMatchObject({ owner: 'text-to-image', name: 'flux-dev' });
    expect(model.latest_version.openapi_schema.components.schemas.Input.required).toEqual(['prompt']);
    expect(await client.models.get('atelier', 'image-relight')).toMatchObject({ name: 'image-relight' });
  });

  it('stores files', async () => {
    const file = await client.files.create(new Blob([new Uint8Array(await room())], { type: 'image/jpeg' }));
    expect(file).toMatchObject({ content_type: 'image/jpeg', size: (await room()).length });
    expect((await app.api.get(file.urls.get)).bytes.equals(await room())).toBe(true);
  });

  it('starts one prediction for two calls under one Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'one-prediction', Prefer: 'wait=60' };
    const start = () =>
      ada.post('/v1/models/text-to-image/flux-dev/predictions', { input: { prompt: 'a boat' } }, { headers });
    const [first, second] = [await start(), await start()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(vendor.orders).toHaveLength(1);
  });

  it.each<[string, number, (client: Replicate) => Promise<unknown>, object]>([
    [
      'a model that there is not',
      404,
      (client) => client.run('stability-ai/sdxl', { input: {} }),
      { title: 'Not found', detail: expect.stringContaining('flux-dev') },
    ],
    [
      'a field that is wrong',
      422,
      (client) => client.run('text-to-image/flux-dev', { input: { prompt: 7 } }),
      {
        title: 'Input validation failed',
        invalid_fields: [expect.objectContaining({ field: 'input.prompt' })],
      },
    ],
    [
      'a field of ours that is wrong',
      422,
      (client) => client.run('atelier/image-relight', { input: { prompt: 'x' } }),
      { invalid_fields: [expect.objectContaining({ field: 'input.image' })] },
    ],
    [
      'a prediction that there is not',
      404,
      (client) => client.predictions.get('rrr4z55ocneqzikepnug6xezpe'),
      {},
    ],
  ])('refuses %s', async (_, status, call, body) => {
    const error: any = await call(client).catch((failure: unknown) => failure);
    expect(error.name).toBe('ApiError');
    expect(error.response.status).toBe(status);
    const [, text] = /\d{3} [^:]+: (.*)\.$/s.exec(error.message) ?? [];
    expect(JSON.parse(text ?? '')).toMatchObject({ status, ...body });
  });

  it('refuses a bad token, and one whose credits are used up', async () => {
    const failureOf = async (auth: string) =>
      clientOf(auth)
        .run('text-to-image/flux-dev', { input: { prompt: 'x' } })
        .catch(({ response }: any) => response.status as unknown);
    expect(await failureOf('r8_nobody')).toBe(401);
    const poor = await app.caller();
    const admin = app.api.as(await app.caller({ isAdmin: true }));
    await admin.put(`/admin/users/${poor.user.id}/limits`, { total: 1 });
    expect(await failureOf(poor.token)).toBe(402);
    expect(vendor.orders).toEqual([]);
  });
});
