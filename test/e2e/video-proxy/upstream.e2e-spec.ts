import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { Webhook } from 'standardwebhooks';
import { DataSource } from 'typeorm';
import { writeSource } from '../../../packages/engines/src/video/__fixtures__/test-media.js';
import { endedTask } from '../../support/ended-task.js';
import { starveProbes } from '../../support/starved-probes.js';
import { type ApiClient, type Reply, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { FakeVideoVendor } from './fake-video-vendor.js';
import { ended, picture, reaches, SMALL } from './video-tasks.js';

let vendor: FakeVideoVendor;
let folder: string;
let video: string;
let cover: Buffer;
let start: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'atelier-vendor-test-'));
  video = await writeSource(path.join(folder, 'made.mp4'), { seconds: 1 });
  start = await picture(1);
  cover = await sharp(start).jpeg().toBuffer();
  vendor = await FakeVideoVendor.start(video, cover);
});
afterAll(async () => {
  await vendor.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  vendor.calls.length = 0;
  vendor.state = 'success';
  vendor.errCode = '';
  vendor.errMsg = '';
});

describe('video tasks done by a vendor', () => {
  let app: TestApp;
  let ada: ApiClient;
  beforeAll(async () => {
    app = await TestApp.start({
      VIDPROV_BASE_URL: vendor.url,
      VIDPROV_API_KEY: 'vendor-key',
      VIDPROV_AUTH_SCHEME: 'Token',
      VIDPROV_POLL_SECONDS: '0',
      VIDPROV_PATHS: 'video-extend=/v2/extend',
    });
    ada = app.api.as(await app.caller());
  });
  afterAll(() => app.stop());

  const order = (fields: object = {}) =>
    ada.post('/proxy/vidprov/start-end2video', { ...SMALL, images: [start.toString('base64')], ...fields });

  it('are ordered once, with what the caller asked for, and their files are copied', async () => {
    const reply = await order({ prompt: 'a ball', payload: 'secret', off_peak: true, meta_data: '{"a":1}' });
    expect(reply.body).toMatchObject({ state: 'created', credits: 5, payload: 'secret' });
    const done = await ended(ada, reply.body.task_id);
    expect(done.body).toMatchObject({ state: 'success', payload: 'secret', progress: 100 });
    const orders = vendor.callsTo('/start-end2video');
    expect(orders).toHaveLength(1);
    expect(orders[0]?.headers.authorization).toBe('Token vendor-key');
    expect(orders[0]?.body).toEqual({
      ...SMALL,
      prompt: 'a ball',
      images: [`data:image/png;base64,${start.toString('base64')}`],
      seed: reply.body.seed,
      off_peak: true,
      meta_data: '{"a":1}',
    });
    const [creation] = done.body.creations;
    expect((await ada.get(creation.url)).bytes).toEqual(await readFile(video));
    expect((await ada.get(creation.cover_url)).bytes).toEqual(cover);
    const all =
      JSON.stringify((await ada.get(`/tasks/${reply.body.task_id}`)).body) + JSON.stringify(done.body);
    expect(all).not.toContain('vendor');
  });

  it('hold nothing against what the vendor made when there was no time to look into it: it is looked at again', async () => {
    const probes = starveProbes(1);
    try {
      const { body } = await order();
      expect((await ended(ada, body.task_id)).body.state).toBe('success');
      expect(probes.left()).toBeLessThan(0);
      const failures = 'select failures from vendor_orders where task_id = $1';
      expect(await app.get(DataSource).query(failures, [body.task_id])).toEqual([{ failures: 0 }]);
    } finally {
      probes.restore();
    }
  });

  it('are extended from our own link, at the path of the settings', async () => {
    const made = await order();
    const [source] = (await ended(ada, made.body.task_id)).body.creations;
    const reply = await ada.post('/proxy/vidprov/extend', {
      model: 'vq2-turbo',
      video_creation_id: source.id,
      video_url: 'https://example.com/other.mp4',
    });
    expect((await ended(ada, reply.body.task_id)).body.state).toBe('success');
    const [call] = vendor.callsTo('/v2/extend');
    expect(call?.body).toMatchObject({ model: 'vq2-turbo', duration: 5, resolution: '720p', images: [] });
    expect((await app.api.get(call?.body.video_url)).bytes).toEqual(await readFile(video));
    expect(call?.body.video_creation_id).toBe(source.id);
  });

  it('need a token', async () => {
    const body = { ...SMALL, images: [start.toString('base64')] };
    const reply = await app.api.post('/proxy/vidprov/start-end2video', body);
    expect([reply.status, reply.body.error]).toEqual([401, 'unauthorized']);
    expect(reply.headers.get('www-authenticate')).toContain('Bearer');
  });

  it.each([
    ['AuditSubmitIllegal', 'rejected_content'],
    ['SystemError', 'upstream_error'],
  ])('fail when the vendor says %s', async (errCode, code) => {
    vendor.state = 'failed';
    vendor.errCode = errCode;
    vendor.errMsg = 'see https://vendor.example/vendor-871 for vendor-key';
    const { body } = await order();
    expect(body.credits).toBe(10);
    const done = await ended(ada, body.task_id);
    expect(done.body).toMatchObject({ state: 'failed', err_code: code, credits: 0 });
    expect(done.headers.get('x-credits-used')).toBe('0');
    expect(done.body.err_msg).toContain(`(${errCode}: see [link] for …).`);
  });

  it('are not ordered twice when the answer is lost', async () => {
    vendor.state = 'lost';
    const { body } = await order();
    expect(await endedTask(ada, body.task_id)).toMatchObject({
      status: 'uncertain',
      native_status: 'processing',
      error_code: 'upstream_outcome_unknown',
    });
    expect(vendor.callsTo('/start-end2video')).toHaveLength(1);
  });

  it('are stopped at the vendor when their caller stops them', async () => {
    vendor.state = 'processing';
    const { body } = await order();
    await reaches(ada, body.task_id, 'processing');
    while (vendor.callsTo(/creations$/).length === 0) await sleep(20);
    expect((await ada.post(`/proxy/vidprov/tasks/${body.task_id}/cancel`)).body).toEqual({});
    while (vendor.callsTo('/tasks/vendor-871/cancel').length === 0) await sleep(20);
    const done = await ended(ada, body.task_id);
    expect(done.body).toMatchObject({ state: 'failed', err_code: 'canceled', credits: 0 });
  });
});

describe('video tasks done by a vendor, by other settings', () => {
  it('are open to callers without a token where the settings say so, but not to a bad one', async () => {
    const body = { ...SMALL, images: [start.toString('base64')] };
    const open = await TestApp.start({
      VIDPROV_BASE_URL: vendor.url,
      VIDPROV_API_KEY: 'vendor-key',
      VIDPROV_ALLOW_ANONYMOUS: 'true',
      RUN_JOBS: 'false',
    });
    expect((await open.api.post('/proxy/vidprov/start-end2video', body)).status).toBe(200);
    expect((await open.api.as('atl_wrong').post('/proxy/vidprov/start-end2video', body)).status).toBe(401);
    await open.stop();
  });

  it.each([
    ['both', expect.stringMatching(/^[0-9a-f-]{36}$/)],
    ['url', undefined],
  ])('are extended from a link alone as the vendor takes %s', async (sends, named) => {
    const either = await TestApp.start({
      VIDPROV_BASE_URL: vendor.url,
      VIDPROV_API_KEY: 'vendor-key',
      VIDPROV_POLL_SECONDS: '0',
      VIDPROV_EXTEND_SOURCE: 'either',
      VIDPROV_EXTEND_SENDS: sends,
    });
    try {
      const api = either.api.as(await either.caller());
      const link = 'https://example.com/other.mp4';
      const reply = await api.post('/proxy/vidprov/extend', { model: 'vq2-turbo', video_url: link });
      expect(reply.body.video_creation_id).toBeUndefined();
      expect((await ended(api, reply.body.task_id)).body.state).toBe('success');
      const sent = vendor.callsTo('/extend')[0]?.body;
      expect([sent.video_url, sent.video_creation_id]).toEqual([link, named]);
    } finally {
      await either.stop();
    }
  });

  it('have 48 hours when they are off-peak, and the usual time otherwise', async () => {
    const hasty = await TestApp.start({
      VIDPROV_BASE_URL: vendor.url,
      VIDPROV_API_KEY: 'vendor-key',
      VIDPROV_POLL_SECONDS: '0',
      VIDPROV_DEADLINE_SECONDS: '1',
    });
    try {
      const api = hasty.api.as(await hasty.caller());
      vendor.state = 'processing';
      const start = async (off_peak: boolean): Promise<string> => {
        const images = [(await picture(1)).toString('base64')];
        return (await api.post('/proxy/vidprov/start-end2video', { ...SMALL, images, off_peak })).body
          .task_id;
      };
      const [later, now] = [await start(true), await start(false)];
      expect((await ended(api, now)).body).toMatchObject({ state: 'failed', err_code: 'upstream_timeout' });
      const pollsOfLater = vendor.callsTo(/creations$/).length + 1;
      while (vendor.callsTo(/creations$/).length < pollsOfLater) await sleep(20);
      vendor.state = 'success';
      expect((await ended(api, later)).body.state).toBe('success');
    } finally {
      await hasty.stop();
    }
  });

  it('are looked at when the vendor calls', async () => {
    const slow = await TestApp.start({
      VIDPROV_BASE_URL: vendor.url,
      VIDPROV_API_KEY: 'vendor-key',
      VIDPROV_POLL_SECONDS: '600',
      VIDPROV_CALLBACKS: 'true',
    });
    const api = slow.api.as(await slow.caller());
    vendor.state = 'processing';
    const { body } = await api.post('/proxy/vidprov/start-end2video', {
      ...SMALL,
      images: [start.toString('base64')],
    });
    while (vendor.callsTo('/start-end2video').length === 0) await sleep(20);
    const link: string = vendor
      .callsTo('/start-end2video')[0]
      ?.body.callback_url.replace('localhost', '127.0.0.1');
    const forged = await slow.api.post(link.replace('signature=', 'signature=x'));
    expect(forged.status).toBe(404);
    const told = { state: 'success', creations: [{ url: 'http://127.0.0.1:1/forged.mp4' }] };
    expect((await slow.api.post(link, told)).status).toBe(204);
    while (vendor.callsTo(/creations$/).length === 0) await sleep(20);
    expect((await reaches(api, body.task_id, 'processing')).body.creations).toEqual([]);
    vendor.state = 'success';
    expect((await slow.api.post(link)).status).toBe(204);
    const done = await ended(api, body.task_id);
    expect(done.body.state).toBe('success');
    expect((await api.get(done.body.creations[0].url)).bytes).toEqual(await readFile(video));
    expect((await slow.api.post(link)).status).toBe(204);
    await slow.stop();
  });

  it('are looked at only when the vendor has signed, where it has a secret', async () => {
    const secret = `whsec_${Buffer.from('a secret of enough bytes').toString('base64')}`;
    const slow = await TestApp.start({
      VIDPROV_BASE_URL: vendor.url,
      VIDPROV_API_KEY: 'vendor-key',
      VIDPROV_POLL_SECONDS: '600',
      VIDPROV_CALLBACKS: 'true',
      VIDPROV_CALLBACK_SECRET: secret,
    });
    try {
      const api = slow.api.as(await slow.caller());
      const { body } = await api.post('/proxy/vidprov/start-end2video', {
        ...SMALL,
        images: [start.toString('base64')],
      });
      await until(() => vendor.callsTo('/start-end2video').length > 0);
      const link: string = vendor
        .callsTo('/start-end2video')[0]
        ?.body.callback_url.replace('localhost', '127.0.0.1');
      const told = '{"state":"success"}';
      const call = (signed: string): Promise<Reply> =>
        slow.api.post(link, undefined, {
          raw: told,
          headers: {
            'content-type': 'application/json',
            'webhook-id': 'msg-1',
            'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
            'webhook-signature': new Webhook(secret).sign('msg-1', new Date(), signed),
          },
        });
      expect(await slow.api.post(link, { state: 'success' })).toMatchObject({
        ...{ status: 401, body: { error: 'callback_not_signed' } },
      });
      expect((await call('{"state":"failed"}')).status).toBe(401);
      expect((await slow.api.post(link, undefined, { raw: 'x'.repeat(300_000) })).status).toBe(413);
      expect(vendor.callsTo(/creations$/)).toEqual([]);
      expect((await call(told)).status).toBe(204);
      expect((await ended(api, body.task_id)).body.state).toBe('success');
    } finally {
      await slow.stop();
    }
  });
});
