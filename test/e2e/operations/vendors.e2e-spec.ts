import { ProviderCalls } from '#libs/media/providers';
import { FakeVendor } from '../../support/fake-vendor.js';
import { drain } from '../../support/jobs.js';
import { type ApiClient, type Caller, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { vendorsFile } from '../../support/vendors-file.js';
import { TINY_PNG } from '../rights/tiny-png.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
/** The circuit opens after that many failures in a row. */
const FAILURES = 5;
const FAILED = 'Model relight.safetensors of failing is not there';

describe('GET /admin/vendors', () => {
  let vendor: FakeVendor;
  /** Accepts work, and cannot do it. */
  let failing: FakeVendor;
  /** Has two keys, and limits one. */
  let keyed: FakeVendor;
  let app: TestApp;
  /** A second process on the same database, which runs the jobs. */
  let worker: TestApp;
  let admin: Caller;

  beforeAll(async () => {
    vendor = await FakeVendor.start(() => ({ status: 500, json: { error: 'Out of memory on card 7' } }));
    keyed = await FakeVendor.start(({ headers }) =>
      headers.authorization === 'Bearer used-up'
        ? { status: 429, headers: { 'Retry-After': '900' } }
        : { status: 422, json: { code: 'rejected_content' } },
    );
    failing = await FakeVendor.start(({ method }) =>
      method === 'POST'
        ? { json: { data: { task_id: 'job-1', status: 'CREATED' } } }
        : { json: { data: { task_id: 'job-1', status: 'FAILED', error: FAILED } } },
    );
    // Of a name that no other file uses: a process counts the calls of a vendor for a minute.
    const counted = { name: 'counted', area: 'image', base_url: vendor.url, keys: ['key'] };
    const second = {
      name: 'keyed',
      area: 'image',
      base_url: keyed.url,
      keys: ['used-up', 'fresh'],
      not_taken_on_429: true,
      priority: 1,
    };
    const third = { ...counted, name: 'failing', base_url: failing.url, priority: 2, poll_seconds: 0 };
    const settings = { VENDORS_FILE: vendorsFile([counted, second, third]) };
    app = await TestApp.start({ ...settings, RUN_JOBS: 'false' });
    worker = await TestApp.join(app, settings);
    admin = await app.caller({ isAdmin: true });
  });
  afterAll(async () => {
    await worker.stop();
    await app.stop();
    await vendor.stop();
    await keyed.stop();
    await failing.stop();
  });

  const vendors = async (api: ApiClient): Promise<any> => {
    const { body } = await api.as(admin).get('/admin/vendors');
    expect(body.window_minutes).toBe(60);
    return Object.fromEntries(body.vendors.map((one: any) => [one.name, one]));
  };

  it('says who works on each kind, here or elsewhere', async () => {
    const { local, counted } = await vendors(app.api);
    expect(counted).toEqual({
      name: 'counted',
      is_upstream: true,
      host: new URL(vendor.url).host,
      currency: null,
      kinds: expect.arrayContaining(['image-relight', 'image-style-transfer']),
      draining: false,
      priority: 0,
      weight: null,
      set_weight: null,
      keys: [{ rests_until: null, rests_in: 0 }],
      circuit: 'closed',
      broken_in: 0,
      tests: expect.arrayContaining([{ kind: 'image-relight', cost: null }]),
      works: [],
      last_error: null,
    });
    expect(local).toMatchObject({ is_upstream: false, host: null, circuit: null, tests: [] });
    expect(local.kinds).toContain('music-from-text');
    expect(local.kinds).not.toContain('image-relight');
  });

  it('tells calls, errors, durations and the circuit, in every process', async () => {
    const relight = () => app.api.as(admin).post(RELIGHT, { image: TINY_PNG, prompt: 'soft light' });
    for (let at = 1; at < FAILURES; at += 1) await relight();
    await drain(app);
    // One process plays both: what it has counted is stored once, whichever of them stores it.
    await app.get(ProviderCalls).store();
    await relight();
    await drain(app);
    await worker.get(ProviderCalls).store();
    const { counted } = await vendors(app.api);
    expect(counted.works).toEqual([
      {
        name: 'submit',
        calls: FAILURES,
        errors: FAILURES,
        refusals: 0,
        p50_ms: expect.any(Number),
        p95_ms: expect.any(Number),
      },
    ]);
    expect(counted.last_error).toEqual({
      ...{ code: 'status_5xx', work: 'submit', at: expect.any(String) },
      message: 'status 500: Out of memory on card 7',
    });
    expect(counted).toMatchObject({ circuit: 'open', broken_in: 1 });
  });

  it('calls a vendor again when an admin says so, until the next failure', async () => {
    const calls = vendor.callsOf('POST').length;
    const relight = async (): Promise<number> => {
      await app.api.as(admin).post(RELIGHT, { image: TINY_PNG, prompt: 'soft light' });
      await drain(app);
      return vendor.callsOf('POST').length - calls;
    };
    expect(await relight()).toBe(0);
    const reply = await app.api.as(admin).post('/admin/vendors/counted/retry', { reason: 'it is back' });
    expect(reply).toMatchObject({ status: 200, body: { name: 'counted', circuit: 'closed', broken_in: 0 } });
    expect(await relight()).toBe(1);
    expect(await relight()).toBe(1);
    const { body } = await app.api.as(admin).get('/admin/audit?target_kind=vendor&target_id=counted&limit=1');
    expect(body.entries[0]).toMatchObject({ action: 'vendor.retry', reason: 'it is back' });
  });

  it('tells which keys a vendor limits, in every process, and what is set by admins', async () => {
    const drained = { draining: true, weight: 7 };
    await app.api.as(admin).put('/admin/vendors/counted', drained);
    await app.api.as(admin).post(RELIGHT, { image: TINY_PNG, prompt: 'soft light' });
    await drain(app);
    await worker.get(ProviderCalls).store();
    const { counted, keyed: limited, local } = await vendors(app.api);
    expect(limited).toMatchObject({ weight: null, set_weight: null });
    expect(limited.keys).toEqual([
      { rests_until: expect.any(String), rests_in: 1 },
      { rests_until: null, rests_in: 0 },
    ]);
    expect(Date.parse(limited.keys[0].rests_until)).toBeGreaterThan(Date.now());
    expect(counted).toMatchObject({ draining: true, weight: 7, set_weight: 7 });
    expect(local).toMatchObject({ set_weight: null, keys: [] });
  });

  it('does not blame a vendor for what a caller sent, and counts the refusal', async () => {
    await app.api.as(admin).put('/admin/vendors/counted', { draining: true });
    const work = async (): Promise<any> => {
      await worker.get(ProviderCalls).store();
      const { works, last_error: lastError } = (await vendors(app.api)).keyed;
      return { ...works[0], lastError };
    };
    const before = await work();
    const { body } = await app.api.as(admin).post(RELIGHT, { image: TINY_PNG, prompt: 'soft light' });
    await drain(app);
    const task = await app.api.as(admin).get(`/tasks/${body.data.task_id}`);
    expect(task.body).toMatchObject({ status: 'failed', error_code: 'rejected_content' });
    const after = await work();
    const { errors, refusals } = before;
    expect(after).toMatchObject({ calls: before.calls + 1, errors, refusals: refusals + 1 });
    expect(after.lastError).toEqual(before.lastError);
  });

  it('tells in its own words why a vendor failed to do what it had accepted', async () => {
    for (const name of ['counted', 'keyed'])
      await app.api.as(admin).put(`/admin/vendors/${name}`, { draining: true });
    await app.api.as(admin).post(RELIGHT, { image: TINY_PNG, prompt: 'soft light' });
    await until(async () => {
      await drain(app);
      await worker.get(ProviderCalls).store();
      return (await vendors(app.api)).failing.last_error !== null;
    });
    const { works, last_error: lastError } = (await vendors(app.api)).failing;
    expect(lastError).toMatchObject({ code: 'work_failed', work: 'poll', message: FAILED });
    expect(works.map(({ errors }: { errors: number }) => errors)).toEqual(works.map(() => 0));
  });

  it('counts the runs of the local engines by kind', async () => {
    // The process may have run some for other files in this minute.
    const before = await makeMusic();
    const after = await makeMusic();
    expect(after).toMatchObject({ calls: before.calls + 1, errors: before.errors });
  });

  it('does not blame the local engines for what a caller sent, and counts the refusal', async () => {
    // The beginning of a PNG.
    const images = ['iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAA'];
    const video = { model: 'vq2-turbo', images, duration: 1 };
    const fail = async (): Promise<any> => {
      const { body } = await app.api.as(admin).post('/proxy/vidprov/start-end2video', video);
      expect(body).toMatchObject({ task_id: expect.any(String) });
      await drain(app);
      const task = await app.api.as(admin).get(`/tasks/${body.task_id}`);
      expect(task.body).toMatchObject({ status: 'failed', error_code: 'image_unreadable' });
      await worker.get(ProviderCalls).store();
      const { works, last_error: lastError } = (await vendors(app.api)).local;
      const own = works.find(({ name }: { name: string }) => name === 'video-start-end');
      return { ...own, lastError };
    };
    // The process may have run some for other files in this minute, which are stored here with the next one.
    const { calls, errors, refusals, lastError } = await fail();
    expect(await fail()).toMatchObject({ calls: calls + 1, errors, refusals: refusals + 1, lastError });
  });

  /** Returns what is shown of its runs so far. */
  async function makeMusic(): Promise<{ calls: number; errors: number }> {
    const raw = new FormData();
    raw.set('prompt', 'calm piano');
    raw.set('duration', '2');
    const reply = await app.api.as(admin).post('/proxy/musprov/t2m/generate', undefined, { raw });
    expect(reply.status).toBe(200);
    await drain(app);
    await worker.get(ProviderCalls).store();
    const { works } = (await vendors(app.api)).local;
    return works.find(({ name }: { name: string }) => name === 'music-from-text');
  }
});

describe('GET /admin/vendor-adapters', () => {
  it('says what kinds of vendors there are, and what an entry of each must state', async () => {
    const app = await TestApp.start({ RUN_JOBS: 'false' });
    const { body } = await app.api.as(await app.caller({ isAdmin: true })).get('/admin/vendor-adapters');
    const of = (name: string) => body.adapters.find((one: { name: string }) => one.name === name);
    expect(of('native')).toMatchObject({ base_url: null, needs_key: true, recipe: [] });
    expect(of('native').areas).toEqual(expect.arrayContaining(['image', 'video', 'music']));
    expect(of('vidu')).toMatchObject({ base_url: 'https://api.vidu.com/ent/v2', areas: [] });
    expect(of('vidu').kinds).toEqual(expect.arrayContaining(['video-extend', 'text-to-video']));
    expect(of('fal')).toMatchObject({ needs_key: true, recipe: ['model', 'input'] });
    expect(of('comfyui')).toMatchObject({ needs_key: false, recipe: ['workflow'] });
    await app.stop();
  });
});
