import { readFile } from 'node:fs/promises';
import { endedTask } from '../../../support/ended-task.js';
import { sampleFile } from '../../../support/sample-file.js';
import { startStrictVendor } from '../../../support/strict-vendor.js';
import { type ApiClient, TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { vendorsFile } from '../../../support/vendors-file.js';
import { picture } from '../../video-proxy/video-tasks.js';

/** What a vendor refuses, as the fakes name it. */
type Refusal = 'content' | 'parameters' | 'model' | 'balance' | 'busy' | 'key';

export type AdapterCase = {
  /** File of `test/vendors`, and the name of the contract in it. */
  fake: string;
  contract: string;
  /** As the vendors file calls it; by default as the contract. */
  adapter?: string;
  /** Fields of its entry in the vendors file, without name, address and keys. */
  entry: Record<string, unknown>;
  /** The key, where the vendor's keys have another form than `key-1`. */
  key?: string;
  /** Of its address, after the host. */
  basePath?: string;
  /** Name of the call that uploads pictures before an order, where it has one. */
  uploads?: string;
  /** Kinds that are tried, each from POST to its stored result; the first is the one of all other tests. */
  kinds: readonly string[];
  /** Whether an order whose answer was lost is found, or stays in doubt. */
  lostAnswer: 'found' | 'uncertain';
  /** Whether it does the work at once, so that there is nothing to poll, to cancel and to expire. */
  isAtOnce?: boolean;
  /** Whether its results are links to another origin. */
  hasLinks?: boolean;
  canCancel?: boolean;
  /** Whether it reports how far the work is. */
  reportsProgress?: boolean;
  signsCallbacks?: boolean;
  /** What it tells by a call that costs nothing, where it has one. */
  account?: { balance?: unknown; models?: unknown };
  /** Refusals that it knows, with what a single vendor's caller reads. */
  refusals: readonly Refusal[];
};

/** The common rules of all adapters, each held against a fake that knows its vendor's contract and nothing of ours. */
export function describeAdapter(given: AdapterCase): void {
  describe(`vendors of the kind ${given.contract}`, () => {
    const { key = 'key-1' } = given;
    const [kind = ''] = given.kinds;
    let vendor: any;
    let second: any;
    let app: TestApp;
    let ada: ApiClient;

    beforeAll(async () => {
      vendor = await startStrictVendor(given.fake, given.contract, { keys: [key] });
      second = await startStrictVendor(given.fake, given.contract, { keys: [key] });
      app = await start([stated('first', 0, vendor), stated('second', 1, second)]);
      ada = app.api.as(await app.caller());
    });
    afterAll(async () => {
      await app.stop();
      await vendor.stop();
      await second.stop();
    });
    beforeEach(async () => {
      vendor.reset();
      second.reset();
    });

    const stated = (name: string, priority: number, { url }: any): object => ({
      ...{ name, priority, base_url: url + (given.basePath ?? ''), keys: [key] },
      ...{ adapter: given.adapter ?? given.contract },
      ...{ poll_seconds: 0, attempts: 1, timeout_ms: 3_000, break_after_failures: 1_000 },
      ...(given.signsCallbacks ? { callbacks: true } : {}),
      ...given.entry,
    });
    const start = (vendors: object[]): Promise<TestApp> =>
      TestApp.start({ VENDORS_FILE: vendorsFile(vendors), MUSPROV_REFUSAL_WAIT_MS: '0' });
    const order = (of = kind): Promise<string> => startTask(ada, of);
    const done = async (id: string): Promise<any> => endedTask(ada, id, 15_000);
    const wellUsed = (): void => expect([...vendor.problems, ...second.problems]).toEqual([]);

    it.each(given.kinds)('do %s, from the request to the stored result', async (of) => {
      const task = await done(await order(of));
      expect(task).toMatchObject({ status: 'succeeded', error_message: null });
      expect(vendor.orders).toHaveLength(1);
      const [{ url }] = task.outputs;
      const { bytes } = await ada.get(url);
      const made = ['picture', 'video', 'sound', ...Object.keys(vendor.contract.files ?? {})].map(
        (type) => vendor.fileOf(vendor.orders[0], type) as Buffer,
      );
      expect(made.some((file) => file.equals(bytes))).toBe(true);
      wellUsed();
    });

    if (given.lostAnswer === 'found')
      it('find an order whose answer was lost, and are ordered once', async () => {
        vendor.next = [{ on: 'order', act: 'drop_after' }];
        expect(await done(await order())).toMatchObject({ status: 'succeeded' });
        expect([vendor.orders.length, second.orders.length]).toEqual([1, 0]);
        wellUsed();
      });
    else
      it('leave an order in doubt whose answer was lost, and are not asked again', async () => {
        vendor.next = [{ on: 'order', act: 'drop_after' }];
        expect(await done(await order())).toMatchObject({ status: 'uncertain' });
        expect([vendor.orders.length, second.orders.length]).toEqual([1, 0]);
      });

    if (given.refusals.includes('content'))
      it('refuse content, which no other vendor is asked for', async () => {
        vendor.next = [{ on: 'order', act: 'refuse', refusal: 'content' }];
        const task = await done(await order());
        expect(task).toMatchObject({ status: 'failed', error_code: 'rejected_content' });
        expect([vendor.orders.length, second.orders.length]).toEqual([0, 0]);
        expect(task.error_message).not.toContain(given.adapter ?? given.contract);
      });

    const others = given.refusals.filter((refusal) => refusal !== 'content');
    it.each(others)('move a task to the next vendor when they refuse its %s', async (refusal) => {
      vendor.next = [{ on: 'order', act: 'refuse', refusal }];
      expect(await done(await order())).toMatchObject({ status: 'succeeded' });
      expect([vendor.orders.length, second.orders.length]).toEqual([0, 1]);
    });

    if (given.uploads !== undefined)
      it('move a task to the next vendor when they take no picture', async () => {
        vendor.next = [{ on: given.uploads, act: 'drop' }];
        expect(await done(await order())).toMatchObject({ status: 'succeeded' });
        expect([vendor.orders.length, second.orders.length]).toEqual([0, 1]);
      });

    if (given.account)
      it('are tried for nothing, and say what is wrong with a key', async () => {
        const admin = app.api.as(await app.caller({ isAdmin: true }));
        const test = async () => (await admin.post('/admin/vendors/first/test')).body;
        expect(await test()).toMatchObject({
          message: 'Every key is accepted.',
          keys: [{ state: 'accepted', ...given.account }],
        });
        if (vendor.contract.needsKey ?? true) {
          const { keys } = vendor;
          vendor.keys = ['another'];
          const { keys: results } = await test();
          vendor.keys = keys;
          expect(results).toMatchObject([
            { state: 'refused', message: expect.stringMatching(/status 40[13]/) },
          ]);
        }
        wellUsed();
        expect(vendor.orders).toEqual([]);
      });

    if (!given.isAtOnce) {
      it('are asked until the work is done', async () => {
        vendor.pollsUntilDone = 3;
        expect(await done(await order())).toMatchObject({ status: 'succeeded' });
        expect(vendor.orders[0].polls).toBeGreaterThanOrEqual(3);
        wellUsed();
      });

      it('say that work failed', async () => {
        vendor.failsWith = 'model';
        expect(await done(await order())).toMatchObject({ status: 'failed', error_code: 'upstream_error' });
        wellUsed();
      });
    }

    if (given.reportsProgress)
      it('say how far the work is', async () => {
        vendor.pollsUntilDone = 100;
        const id = await order();
        await until(async () => (await ada.get(`/tasks/${id}`)).body.progress > 0);
        vendor.pollsUntilDone = 1;
        expect(await done(id)).toMatchObject({ status: 'succeeded' });
      });

    if (given.canCancel)
      it('stop work that is canceled', async () => {
        vendor.pollsUntilDone = 10_000;
        const id = await order();
        await until(() => vendor.orders.length === 1);
        await ada.post(`/tasks/${id}/cancel`);
        // Some vendors no longer stop what has begun, and say so.
        await until(() => vendor.orders[0].isCanceled || vendor.callsOf('cancel').length > 0);
        expect(await done(id)).toMatchObject({ status: 'canceled' });
        wellUsed();
      });

    if (given.hasLinks) {
      it('give a new link where one has expired', async () => {
        vendor.firstLinksExpire = true;
        expect(await done(await order())).toMatchObject({ status: 'succeeded' });
        expect(vendor.orders).toHaveLength(1);
      });

      it('get their key themselves, and not the place of a file that redirects', async () => {
        vendor.redirectsFiles = true;
        expect(await done(await order())).toMatchObject({ status: 'succeeded' });
        wellUsed();
      });
    }

    if (given.signsCallbacks)
      it('are heard when they sign their calls, and not when others do', async () => {
        vendor.pollsUntilDone = 1;
        const id = await order();
        await until(() => vendor.orders.length === 1);
        const [placed] = vendor.orders;
        expect(placed.callbackUrl).toContain(id);
        const body = vendor.contract.stateBody(placed, vendor);
        expect(await vendor.callBack(placed.callbackUrl, placed, body, { forge: true })).toBe(401);
        expect(await vendor.callBack(placed.callbackUrl, placed, body)).toBe(204);
        expect(await done(id)).toMatchObject({ status: 'succeeded' });
      });
  });
}

/** Starts a task of the kind with a small request, as a caller does. */
async function startTask(api: ApiClient, kind: string): Promise<string> {
  const image = (await picture(1)).toString('base64');
  const second = (await picture(2)).toString('base64');
  const images = '/proxy/imgprov/v1/ai';
  const video = { model: 'vq2-turbo', duration: 2, resolution: '540p', prompt: 'a ball rolls' };
  const skin = { image, sharpen: 20 };
  const requests: Record<string, readonly [string, object]> = {
    'image-relight': [`${images}/image-relight`, { image, prompt: 'warm light from the left' }],
    'image-style-transfer': [
      `${images}/image-style-transfer`,
      { image, reference_image: second, prompt: 'oil' },
    ],
    'skin-enhancer-faithful': [`${images}/skin-enhancer/faithful`, skin],
    'skin-enhancer-creative': [`${images}/skin-enhancer/creative`, skin],
    'skin-enhancer-flexible': [`${images}/skin-enhancer/flexible`, skin],
    'video-start-end': ['/proxy/vidprov/start-end2video', { ...video, images: [image, second] }],
    'video-reference': ['/proxy/vidprov/reference2video', { ...video, model: 'vq2-pro', images: [image] }],
    'video-extend': [
      '/proxy/vidprov/extend',
      {
        model: 'vq2-turbo',
        duration: 2,
        video_creation_id: 'none',
        video_url: `${api.baseUrl}/samples/clip.mp4`,
      },
    ],
  };
  const request = requests[kind];
  if (kind.startsWith('music-')) return startMusic(api, kind);
  if (!request) return startModel(api, kind, image);
  const { status, body } = await api.post(...request);
  if (status !== 200)
    throw new Error(`${kind} was answered ${status}: ${JSON.stringify(body).slice(0, 500)}`);
  return body.data?.task_id ?? body.task_id;
}

/** The smallest request that the model's schema allows. */
async function startModel(api: ApiClient, kind: string, image: string): Promise<string> {
  const [{ model, input_schema: schema }] = (await api.get(`/v1/models?kind=${kind}`)).body.models;
  const values: Record<string, string> = { prompt: 'a lighthouse', text: 'Good evening.', image };
  const input = Object.fromEntries(
    schema.required.map((name: string) => [name, values[name] ?? schema.properties[name].enum[0]]),
  );
  const { status, body } = await api.post('/v1/tasks', { kind, model, input });
  if (status !== 200)
    throw new Error(`${kind} was answered ${status}: ${JSON.stringify(body).slice(0, 500)}`);
  return body.id;
}

async function startMusic(api: ApiClient, kind: string): Promise<string> {
  const form = new FormData();
  form.append('prompt', 'calm piano');
  const isVideo = kind === 'music-from-video';
  if (isVideo) form.append('0.video', new Blob([await readFile(sampleFile('clip.mp4'))]), 'clip.mp4');
  else form.append('duration', '10');
  const reply = await api.post(`/proxy/musprov/${isVideo ? 'v2m' : 't2m'}/generate`, undefined, {
    raw: form,
  });
  const id = reply.headers.get('x-task-id');
  if (id === null)
    throw new Error(`${kind} was answered ${reply.status}: ${reply.bytes.toString().slice(0, 500)}`);
  return id;
}
