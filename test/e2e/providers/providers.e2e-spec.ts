import sharp from 'sharp';
import { seedOf } from '#libs/media/providers';
import { endedTask } from '../../support/ended-task.js';
import { FakeVendor } from '../../support/fake-vendor.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { AcmeModule } from './acme/acme.module.js';
import { SpeechModule } from './speech/speech.module.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';

const modules = [AcmeModule, SpeechModule];

describe('providers that a module adds', () => {
  let vendor: FakeVendor;
  let app: TestApp;
  let ada: ApiClient;
  let picture: Buffer;
  let isBusy = false;

  beforeAll(async () => {
    picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    vendor = await FakeVendor.start(({ method, path }) => {
      if (path === '/made.png') return { raw: picture, headers: { 'content-type': 'image/png' } };
      if (method === 'POST') return { json: { ticket: 'T-1' } };
      return { json: isBusy ? {} : { picture: `${vendor.url}/made.png` } };
    });
    app = await TestApp.start(acme(), { modules });
    ada = app.api.as(await app.caller());
  });
  afterAll(async () => {
    await app.stop();
    await vendor.stop();
  });
  beforeEach(() => {
    isBusy = false;
    vendor.calls.length = 0;
  });

  function acme(extra: Record<string, string> = {}): Record<string, string> {
    return { ACME_BASE_URL: vendor.url, ACME_API_KEY: 'acme-key', ACME_POLL_SECONDS: '0', ...extra };
  }

  async function relight(api: ApiClient): Promise<string> {
    const reply = await api.post(RELIGHT, { image: picture.toString('base64'), prompt: 'dusk' });
    expect(reply.status).toBe(200);
    return reply.body.data.task_id;
  }

  async function estimate(api: ApiClient, kind: string): Promise<number> {
    const reply = await api.post('/quotes', { kind, body: { image: picture.toString('base64') } });
    expect(reply.status).toBe(200);
    return reply.body.estimated_duration_seconds;
  }

  it('take the tasks of the kinds that they offer, and no others', async () => {
    const task = await endedTask(ada, await relight(ada));
    expect(task).toMatchObject({ status: 'succeeded', native_status: 'COMPLETED' });
    expect((await app.api.get(task.outputs[0].url)).bytes.equals(picture)).toBe(true);
    expect(vendor.callsOf('POST')).toMatchObject([{ path: '/jobs', body: { text: 'dusk' } }]);
    expect(await estimate(ada, 'image-relight')).toBe(7);
    expect(await estimate(ada, 'skin-enhancer-creative')).toBe(1);
  });

  it('are told when a task of theirs is canceled', async () => {
    isBusy = true;
    const id = await relight(ada);
    await until(() => vendor.callsOf('GET').length > 0);
    expect((await ada.post(`/tasks/${id}/cancel`)).status).toBe(200);
    await until(() => vendor.callsOf('POST').some(({ path }) => path === '/jobs/T-1/stop'));
  });

  it('may make media that the service did not know', async () => {
    const reply = await ada.post('/speech', { text: 'hello' });
    expect(reply).toMatchObject({ status: 201 });
    const { body } = reply;
    const task = await endedTask(ada, body.id);
    expect(task).toMatchObject({ kind: 'speech-from-text', status: 'succeeded', credits: 1 });
    const file = await app.api.get(task.outputs[0].url);
    expect(file.bytes.toString()).toBe(`${seedOf({ id: body.id })}: hello`);
  });

  // Passport keeps its strategies for the process: with another application in it, the one above knows no token any more.
  it('end tasks that they began when they are not configured any more', async () => {
    const first = await TestApp.start(acme({ RUN_JOBS: 'false' }), { modules });
    const api = first.api.as(await first.caller());
    const id = await relight(api);
    const second = await TestApp.join(first, {}, { modules });
    try {
      expect(await endedTask(api, id)).toMatchObject({ status: 'failed', error_code: 'provider_gone' });
      expect(vendor.calls).toEqual([]);
    } finally {
      await second.stop();
      await first.stop();
    }
  });

  it('must be preferred or not where another vendor offers the same', async () => {
    const both = acme({ IMGPROV_BASE_URL: vendor.url, IMGPROV_API_KEY: 'other-key', RUN_JOBS: 'false' });
    await expect(TestApp.start(both, { modules })).rejects.toThrow(
      /PREFERRED_PROVIDERS must name (?:acme or upstream|upstream or acme): both offer image-relight/,
    );
    for (const [names, seconds] of [
      ['acme', 7],
      ['upstream,acme', 30],
      ['local', 1],
    ] as const) {
      const chosen = await TestApp.start({ ...both, PREFERRED_PROVIDERS: names }, { modules });
      expect(await estimate(chosen.api, 'image-relight')).toBe(seconds);
      await chosen.stop();
    }
  });
});
