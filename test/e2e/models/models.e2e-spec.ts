import { endedTask } from '../../support/ended-task.js';
import { startStrictVendor } from '../../support/strict-vendor.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { vendorsFile } from '../../support/vendors-file.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { picture } from '../video-proxy/video-tasks.js';

const FLUX = {
  model: 'fal-ai/flux/dev',
  input: {
    prompt: '{{prompt}}',
    image_size: { width: '{{width|1024}}', height: '{{height|768}}' },
    guidance_scale: '{{guidance}}',
  },
  fields: { guidance: { type: 'number', minimum: 1, maximum: 20, description: 'How closely it follows.' } },
};
const EDIT = {
  model: 'fal-ai/nano-banana/edit',
  input: { prompt: '{{prompt}}', image_urls: ['{{image}}', '{{image_2}}'] },
};
const CLIP = {
  model: 'fal-ai/kling-video/v2.5-turbo/pro/text-to-video',
  input: { prompt: '{{prompt}}', duration: '{{duration|"5"}}' },
  fields: { duration: { type: 'string', enum: ['5', '10'] } },
};

describe('models of vendors', () => {
  let first: any;
  let second: any;
  let app: TestApp;
  let ada: ApiClient;

  beforeAll(async () => {
    first = await startStrictVendor('fal', 'fal');
    second = await startStrictVendor('fal', 'fal');
    const stated = (name: string, { url }: any, kinds: object) => ({
      ...{ name, adapter: 'fal', base_url: url, keys: ['key-1'], kinds, poll_seconds: 0, attempts: 1 },
      priority: name === 'first' ? 0 : 1,
    });
    const VENDORS_FILE = vendorsFile([
      stated('first', first, {
        'text-to-image': { models: { 'flux-dev': FLUX } },
        'image-edit': { models: { 'nano-banana': EDIT } },
        'text-to-video': { models: { kling: CLIP } },
      }),
      stated('second', second, {
        'text-to-image': { models: { 'flux-dev': { ...FLUX, input: { prompt: '{{prompt}}' }, fields: {} } } },
      }),
    ]);
    app = await TestApp.start({ VENDORS_FILE, ALLOW_PRIVATE_NETWORKS: 'true' });
    ada = app.api.as(await app.caller());
  });
  afterAll(async () => {
    await app.stop();
    await first.stop();
    await second.stop();
  });
  beforeEach(() => {
    first.reset();
    second.reset();
  });

  const start = (kind: string, model: string, input: object, more = {}) =>
    ada.post('/v1/tasks', { kind, model, input, ...more });
  const draw = (input: object) => start('text-to-image', 'flux-dev', input);

  it('are listed to anybody, with what they take and cost', async () => {
    const { body } = await app.api.get('/v1/models');
    expect(body.models.map(({ kind, model }: any) => [kind, model])).toEqual([
      ['text-to-image', 'flux-dev'],
      ['image-edit', 'nano-banana'],
      ['text-to-video', 'kling'],
    ]);
    expect(body.models[0]).toEqual({
      kind: 'text-to-image',
      model: 'flux-dev',
      is_available: true,
      price: { per_task: 10, per_second: 0, per_thousand_characters: 0 },
      input_schema: {
        type: 'object',
        properties: {
          prompt: expect.objectContaining({ type: 'string', maxLength: 10_000 }),
          width: expect.objectContaining({ type: 'integer', default: 1024 }),
          height: expect.objectContaining({ type: 'integer', default: 768 }),
          guidance: { type: 'number', minimum: 1, maximum: 20, description: 'How closely it follows.' },
        },
        required: ['prompt'],
        additionalProperties: false,
        examples: [{ prompt: expect.any(String) }, { prompt: expect.any(String) }],
      },
    });
    expect((await app.api.get('/v1/models?kind=text-to-video')).body.models).toHaveLength(1);
  });

  it('make what their schema allows, from what the caller sent', async () => {
    const reply = await draw({ prompt: 'a lighthouse', width: 512, guidance: 3.5 });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        ...{ kind: 'text-to-image', status: 'created', credits: 10 },
        request: { model: 'flux-dev', input: { prompt: 'a lighthouse', width: 512, guidance: 3.5 } },
      },
    });
    expect(reply.headers.get('x-credits-used')).toBe('10');
    const task = await endedTask(ada, reply.body.id);
    expect(task).toMatchObject({
      status: 'succeeded',
      outputs: [{ role: 'image', content_type: 'image/png' }],
    });
    expect(first.orders[0].request).toEqual({
      ...{ prompt: 'a lighthouse', image_size: { width: 512, height: 768 }, guidance_scale: 3.5 },
    });
    expect(first.problems).toEqual([]);
  });

  it('take pictures, and keep them', async () => {
    const [image, image_2] = [await picture(1), await picture(2)].map((bytes) => bytes.toString('base64'));
    const input = { prompt: 'make it night', image, image_2 };
    const { body } = await start('image-edit', 'nano-banana', input);
    expect(body.request.input).toEqual({
      prompt: 'make it night',
      image: expect.stringMatching(/^asset:/),
      image_2: expect.stringMatching(/^asset:/),
    });
    expect(await endedTask(ada, body.id)).toMatchObject({ status: 'succeeded' });
    expect(first.orders[0].request.image_urls).toHaveLength(2);
    const { body: kept } = await ada.get(`/tasks/${body.id}/inputs`);
    expect(kept.inputs.map(({ field }: any) => field)).toEqual(['input.image', 'input.image_2']);
    expect(first.problems).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['a field that is missing', {}, 'input.prompt is required'],
    ['a number out of range', { prompt: 'x', guidance: 30 }, 'input.guidance must be <= 20'],
    ['a value of another type', { prompt: 7 }, 'input.prompt must be string'],
    [
      'a field of another model',
      { prompt: 'x', voice: 'nova' },
      'input.voice is not a field of this model, which takes prompt, width, height, guidance',
    ],
    ['a picture that is none', { prompt: 'x', image: 'AAAA' }, 'input.image must be Base64 of a PNG'],
    ['a text without end', { prompt: 'x'.repeat(3_000_000) }, 'input.prompt must be a shorter text'],
  ])('refuse %s', async (_, input, message) => {
    const reply = await draw(input);
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(reply.body.message).toContain(message);
    expect(first.calls).toEqual([]);
  });

  it('are not found where no vendor offers them', async () => {
    for (const [kind, model] of [
      ['text-to-image', 'dall-e'],
      ['upscale', 'flux-dev'],
    ] as const)
      expect(await start(kind, model, { prompt: 'x' })).toMatchObject({
        ...{
          status: 404,
          body: { error: 'no_vendor_for_model', message: expect.stringContaining('docs/vendors.md') },
        },
      });
    expect(await start('text-to-poem', 'flux-dev', {})).toMatchObject({ status: 400 });
  });

  it('go to the next vendor that takes the same input', async () => {
    first.next = [{ on: 'order', act: 'refuse', refusal: 'model' }];
    const { body } = await draw({ prompt: 'a boat' });
    expect(await endedTask(ada, body.id)).toMatchObject({ status: 'succeeded' });
    expect([first.orders.length, second.orders.length]).toEqual([0, 1]);
    first.next = [{ on: 'order', act: 'refuse', refusal: 'model' }];
    const { body: narrow } = await draw({ prompt: 'a boat', guidance: 2 });
    expect(await endedTask(ada, narrow.id)).toMatchObject({ status: 'failed' });
    expect(second.orders).toHaveLength(1);
  });

  it('cost what was quoted, by their length', async () => {
    const body = { kind: 'text-to-video', model: 'kling', input: { prompt: 'waves' } };
    const quote = await ada.post('/quotes', { endpoint: '/v1/tasks', body });
    expect(quote).toMatchObject({ status: 200, body: { kind: 'text-to-video', credits: 100 } });
    const byKind = await ada.post('/quotes', { kind: 'text-to-video', body });
    expect(byKind.body.credits).toBe(100);
    const other = { ...body, model: 'none' };
    expect(await ada.post('/quotes', { endpoint: '/v1/tasks', body: other })).toMatchObject({ status: 404 });
    const wrong = { ...body, input: {} };
    expect(await ada.post('/quotes', { endpoint: '/v1/tasks', body: wrong })).toMatchObject({ status: 400 });
    const headers = { 'Quote-Id': quote.body.id };
    expect((await ada.post('/v1/tasks', body, { headers })).body.credits).toBe(100);
    const drawn = { kind: 'text-to-image', model: 'flux-dev', input: { prompt: 'waves' } };
    expect(await ada.post('/v1/tasks', drawn, { headers })).toMatchObject({
      ...{ status: 409, body: { error: 'quote_mismatch' } },
    });
  });

  it('are asked for, and paid by, a length that is a text', async () => {
    const { body } = await start('text-to-video', 'kling', { prompt: 'waves', duration: '10' });
    expect(body.credits).toBe(200);
    expect(await endedTask(ada, body.id)).toMatchObject({ status: 'succeeded' });
    const requests = first.orders.map(({ request }: any) => request);
    expect(requests).toContainEqual({ prompt: 'waves', duration: '10' });
    expect(first.problems).toEqual([]);
  });

  it('tell their caller of each change', async () => {
    const receiver = await WebhookReceiver.start();
    const { body } = await start(
      'text-to-image',
      'flux-dev',
      { prompt: 'a boat' },
      { webhook_url: receiver.url },
    );
    await until(() => receiver.calls.some((call) => JSON.parse(call.body.toString()).status === 'succeeded'));
    const last = JSON.parse(receiver.calls.at(-1)?.body.toString() ?? '{}');
    expect(last).toMatchObject({ id: body.id, kind: 'text-to-image', outputs: [{ role: 'image' }] });
    await receiver.stop();
  });

  it('are tried by a small task that only their vendor may do', async () => {
    const admin = app.api.as(await app.caller({ isAdmin: true }));
    const vendors = (await admin.get('/admin/vendors')).body.vendors;
    const { tests } = vendors.find(({ name }: any) => name === 'second');
    expect(tests).toEqual([{ kind: 'text-to-image', cost: null }]);
    const { status, body } = await admin.post('/admin/vendors/second/test', { paid: true });
    expect(status).toBe(200);
    expect(await endedTask(admin, body.task_id)).toMatchObject({ status: 'succeeded' });
    expect([first.orders.length, second.orders.length]).toEqual([0, 1]);
    const edit = await admin.post('/admin/vendors/first/test', { paid: true, kind: 'image-edit' });
    expect(await endedTask(admin, edit.body.task_id)).toMatchObject({ status: 'succeeded' });
    expect(first.problems).toEqual([]);
  });

  it('are not available while their vendors are drained', async () => {
    const admin = app.api.as(await app.caller({ isAdmin: true }));
    await admin.put('/admin/vendors/first', { draining: true });
    const { body } = await app.api.get('/v1/models');
    expect(body.models.map(({ is_available }: any) => is_available)).toEqual([true, false, false]);
    expect(await start('text-to-video', 'kling', { prompt: 'x' })).toMatchObject({ status: 503 });
    await admin.put('/admin/vendors/first', { draining: false });
  });
});
