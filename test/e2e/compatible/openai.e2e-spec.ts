import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import OpenAI, { toFile } from 'openai';
import sharp from 'sharp';
import { probeVideo } from '@atelier/engines/video';
import { endedTask } from '../../support/ended-task.js';
import { sampleFile } from '../../support/sample-file.js';
import { type ApiClient, type Caller, TestApp } from '../../support/test-app.js';
import { picture } from '../video-proxy/video-tasks.js';
import { brightness, vendorOfModels } from './models.js';

describe('the API of OpenAI', () => {
  let vendor: any;
  let app: TestApp;
  let caller: Caller;
  let ada: ApiClient;
  let client: OpenAI;

  const clientOf = (apiKey: string, more: object = {}) =>
    new OpenAI({ apiKey, baseURL: `${app.api.baseUrl}/v1`, maxRetries: 0, ...more });
  const upload = async (name: string) =>
    toFile(await readFile(sampleFile(name)), name, { type: 'image/jpeg' });
  const tasksOf = async (api: ApiClient): Promise<any[]> => (await api.get('/tasks?limit=100')).body.tasks;

  beforeAll(async () => {
    const models = await vendorOfModels();
    vendor = models.vendor;
    app = await TestApp.start({
      VENDORS_FILE: models.VENDORS_FILE,
      COMPATIBLE_APIS: 'openai',
      COMPATIBLE_MODELS: 'gpt-image-1=image-relight',
    });
    caller = await app.caller();
    ada = app.api.as(caller);
    client = clientOf(caller.token);
  });
  afterAll(async () => {
    await app.stop();
    await vendor.stop();
  });
  beforeEach(() => vendor.reset());

  describe('images', () => {
    it('are relit, and come as Base64', async () => {
      const reply = await client.images.edit({
        ...{ model: 'image-relight', image: await upload('room.jpg'), prompt: 'a very dark night' },
        ...{ size: 'auto', n: 1 },
      });
      const bytes = Buffer.from(reply.data?.[0]?.b64_json ?? '', 'base64');
      const [made, given] = [await sharp(bytes).metadata(), await sharp(sampleFile('room.jpg')).metadata()];
      expect([made.width, made.height]).toEqual([given.width, given.height]);
      expect(await brightness(bytes)).not.toBeCloseTo(await brightness(sampleFile('room.jpg')), 0);
      expect(reply).toMatchObject({ created: expect.any(Number), output_format: made.format });
      expect(reply.usage?.total_tokens).toBe(0);
      const [task] = await tasksOf(ada);
      expect(task.request).toMatchObject({
        prompt: 'a very dark night',
        image: expect.stringMatching(/^asset:/),
      });
    });

    it('take a second picture for their style, fields of ours, and come as a link', async () => {
      const fields = {
        ...{ model: 'image-style-transfer', prompt: '', response_format: 'url', style_strength: 40 },
        image: [await upload('portrait.jpg'), await upload('painting.jpg')],
      } as OpenAI.ImageEditParamsNonStreaming;
      const { data, response } = await client.images.edit(fields).withResponse();
      const made = await app.api.get(data.data?.[0]?.url ?? '');
      expect(made.headers.get('content-type')).toMatch(/^image\//);
      expect(await brightness(made.bytes)).not.toBeCloseTo(await brightness(sampleFile('portrait.jpg')), 1);
      expect(Number(response.headers.get('x-credits-used'))).toBeGreaterThan(0);
      expect((await tasksOf(ada))[0].request).toMatchObject({ style_strength: 40 });
    });

    it('are drawn and edited by the models of vendors', async () => {
      const drawn = await client.images.generate({
        ...{ model: 'flux-dev', prompt: 'a lighthouse', size: '512x768' },
      });
      expect((await sharp(Buffer.from(drawn.data?.[0]?.b64_json ?? '', 'base64')).metadata()).format).toBe(
        'png',
      );
      expect(vendor.orders[0].request).toEqual({
        ...{ prompt: 'a lighthouse', image_size: { width: 512, height: 768 } },
      });
      const image = await toFile(await picture(1), 'a.png', { type: 'image/png' });
      await client.images.edit({ model: 'nano-banana', image, prompt: 'make it night' });
      expect(vendor.orders[1].request.image_urls).toHaveLength(1);
      expect(vendor.problems).toEqual([]);
    });

    it('are made by another name of a model, and those who sent no result are told why', async () => {
      const image = await upload('room.jpg');
      const { response } = await client.images
        .edit({ model: 'gpt-image-1', image, prompt: 'sunset', user: 'user-7' })
        .withResponse();
      expect(response.headers.get('x-ignored-fields')).toBe('user');
      vendor.next = [{ on: 'order', act: 'refuse', refusal: 'content' }];
      await expect(client.images.generate({ model: 'flux-dev', prompt: 'x' })).rejects.toMatchObject({
        ...{ status: 400, code: 'moderation_blocked', type: 'invalid_request_error' },
      });
    });

    it.each<[string, object, string, string]>([
      ['more than one', { n: 2 }, 'n', 'n must be a whole number from 1 to 1'],
      ['a size', { size: '1024x1024' }, 'size', 'size must be auto: this model decides it'],
      ['another format', { output_format: 'webp' }, 'output_format', 'must be one of png'],
      ['a mask', { mask: true }, 'mask', 'mask must not be sent'],
      ['a third picture', { image: 3 }, 'image', 'image must hold at most 2 pictures for this model'],
      ['a field out of range', { light_transfer_strength: 101 }, 'light_transfer_strength', 'from 0 to 100'],
    ])('refuse %s that the model cannot honour', async (_, more, param, message) => {
      const image = await upload('room.jpg');
      const fields: any = { model: 'image-relight', image, prompt: 'sunset', ...more };
      if (fields.mask) fields.mask = await upload('room.jpg');
      if (fields.image === 3) fields.image = [image, image, image];
      const before = (await tasksOf(ada)).length;
      const refused = client.images.edit(fields);
      await expect(refused).rejects.toBeInstanceOf(OpenAI.BadRequestError);
      await expect(refused).rejects.toMatchObject({ param, type: 'invalid_request_error' });
      await expect(refused).rejects.toThrow(message);
      expect(await tasksOf(ada)).toHaveLength(before);
    });

    it('are made once for two calls under one Idempotency-Key', async () => {
      const options = { headers: { 'Idempotency-Key': 'one-picture' } };
      const draw = () =>
        client.images.generate({ model: 'flux-dev', prompt: 'a boat' }, options).withResponse();
      const [first, second] = [await draw(), await draw()];
      expect(second.response.headers.get('idempotent-replayed')).toBe('true');
      expect(second.data).toEqual(first.data);
      expect(vendor.orders).toHaveLength(1);
    });

    it('are not ordered again by the SDK when their vendor fails', async () => {
      vendor.next = [{ on: 'order', act: 'refuse', refusal: 'parameters' }];
      const patient = clientOf(caller.token, { maxRetries: 2 });
      const before = (await tasksOf(ada)).length;
      await expect(patient.images.generate({ model: 'flux-dev', prompt: 'x' })).rejects.toBeInstanceOf(
        OpenAI.InternalServerError,
      );
      expect(await tasksOf(ada)).toHaveLength(before + 1);
    });
  });

  describe('videos', () => {
    it('are made from a first frame, listed, read and deleted', async () => {
      const made = await client.videos.create({
        ...{ model: 'vq2-turbo', prompt: 'The ball rolls', seconds: '1' as any, size: '640x360' as any },
        input_reference: await upload('start.jpg'),
      });
      expect(made).toMatchObject({
        ...{ object: 'video', model: 'vq2-turbo', status: 'queued', seconds: '1', size: '640x360' },
      });
      await endedTask(ada, made.id);
      expect(await client.videos.retrieve(made.id)).toMatchObject({
        ...{ status: 'completed', progress: 100, prompt: 'The ball rolls', error: null },
      });
      const content = await client.videos.downloadContent(made.id);
      const file = path.join(app.dataDir, 'made.mp4');
      await writeFile(file, Buffer.from(await content.arrayBuffer()));
      expect(await probeVideo(file)).toMatchObject({ width: 640, height: 360 });
      const cover = await client.videos.downloadContent(made.id, { variant: 'thumbnail' });
      expect(cover.headers.get('content-type')).toMatch(/^image\//);
      expect(await client.videos.delete(made.id)).toEqual({
        ...{ id: made.id, object: 'video.deleted', deleted: true },
      });
      await expect(client.videos.retrieve(made.id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    });

    it('are started once for two calls under one Idempotency-Key', async () => {
      const options = { headers: { 'Idempotency-Key': 'one-video' } };
      const [first, second] = [
        await client.videos.create({ model: 'kling', prompt: 'rain' }, options),
        await client.videos.create({ model: 'kling', prompt: 'rain' }, options),
      ];
      expect(second).toEqual(first);
      await endedTask(ada, first.id);
      expect(vendor.orders).toHaveLength(1);
    });

    it('are made from words by the model of a vendor, and listed page by page', async () => {
      const ids: string[] = [];
      for (const prompt of ['waves', 'clouds', 'sand'])
        ids.push((await client.videos.create({ model: 'kling', prompt, seconds: '10' as any })).id);
      for (const id of ids) await endedTask(ada, id);
      const listed: string[] = [];
      for await (const video of client.videos.list({ limit: 2 })) listed.push(video.id);
      expect(listed.slice(0, 3)).toEqual([...ids].reverse());
      expect(new Set(listed).size).toBe(listed.length);
      expect(vendor.orders.map(({ request }: any) => request.duration)).toEqual(['10', '10', '10']);
      expect(vendor.problems).toEqual([]);
    });

    it('are started by JSON too, as other SDKs send it', async () => {
      const { status, body } = await ada.post('/v1/videos', { model: 'kling', prompt: 'a river' });
      expect([status, body.status]).toEqual([200, 'queued']);
      await endedTask(ada, body.id);
      const wrong = { model: 'vq2-turbo', prompt: 'x', input_reference: { file_id: 'file-1' } };
      expect((await ada.post('/v1/videos', wrong)).body.error).toMatchObject({ param: 'input_reference' });
    });

    it('need a picture where the model does, and a size that it offers', async () => {
      const create = (more: object) => client.videos.create({ model: 'vq2-turbo', prompt: 'x', ...more });
      await expect(create({})).rejects.toMatchObject({ status: 400, param: 'input_reference' });
      const input_reference = await upload('start.jpg');
      await expect(create({ input_reference, size: '1024x1792' })).rejects.toMatchObject({ param: 'size' });
      await expect(create({ input_reference, seconds: '12' })).rejects.toThrow(/duration/);
    });

    it('have no content before their end, and are hidden from others', async () => {
      const image = (await picture(2)).toString('base64');
      const fields = { model: 'vq2-turbo', images: [image], duration: 1, resolution: '360p', off_peak: true };
      const { body } = await ada.post('/proxy/vidprov/start-end2video', fields);
      await expect(client.videos.downloadContent(body.task_id)).rejects.toMatchObject({
        ...{ status: 400, code: 'task_not_ready' },
      });
      const other = clientOf((await app.caller()).token);
      for (const id of [body.task_id, 'video_123'])
        await expect(other.videos.retrieve(id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
      await client.videos.delete(body.task_id);
    });
  });

  it('lists the models, in our words too', async () => {
    const names = (await client.models.list()).data.map(({ id }) => id);
    expect(names).toEqual(expect.arrayContaining(['image-relight', 'vq2-turbo', 'flux-dev', 'kling']));
    expect(await client.models.retrieve('flux-dev')).toMatchObject({ id: 'flux-dev', object: 'model' });
    expect(await client.models.retrieve('gpt-image-1')).toMatchObject({ id: 'image-relight' });
    expect((await app.api.get('/v1/models')).body.models).toHaveLength(3);
  });

  describe('errors', () => {
    it('name the models there are where one is unknown', async () => {
      const unknown = client.images.generate({ model: 'dall-e-3', prompt: 'x' });
      await expect(unknown).rejects.toBeInstanceOf(OpenAI.NotFoundError);
      await expect(unknown).rejects.toMatchObject({ code: 'model_not_found', param: 'model' });
      await expect(unknown).rejects.toThrow('there are: flux-dev');
    });

    it('are those of the SDK for a token that is unknown, or lacks the scope', async () => {
      const refused = clientOf('sk-nobody').videos.list();
      await expect(refused).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
      await expect(refused).rejects.toMatchObject({ code: 'invalid_api_key' });
      const { token } = await app.caller({ scopes: ['registry:read'] });
      await expect(clientOf(token).videos.list()).rejects.toBeInstanceOf(OpenAI.PermissionDeniedError);
    });

    it('say that the credits are used up, and are not tried again', async () => {
      const poor = await app.caller();
      const admin = app.api.as(await app.caller({ isAdmin: true }));
      await admin.put(`/admin/users/${poor.user.id}/limits`, { total: 1 });
      const retried = clientOf(poor.token, { maxRetries: 2 });
      const refused = retried.images.generate({ model: 'flux-dev', prompt: 'x' });
      await expect(refused).rejects.toBeInstanceOf(OpenAI.RateLimitError);
      await expect(refused).rejects.toMatchObject({ code: 'insufficient_quota', type: 'insufficient_quota' });
      expect(vendor.orders).toEqual([]);
    });
  });
});
