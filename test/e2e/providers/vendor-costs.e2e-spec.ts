import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DataSource } from 'typeorm';
import { endedTask } from '../../support/ended-task.js';
import { FakeVendor, type VendorAnswer } from '../../support/fake-vendor.js';
import { sampleFile } from '../../support/sample-file.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { vendorsFile } from '../../support/vendors-file.js';
import { TINY_PNG } from '../rights/tiny-png.js';

const START_END = '/proxy/vidprov/start-end2video';
const EXTEND = '/proxy/vidprov/extend';
const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const VIDEO = readFileSync(sampleFile('clip.mp4'));
const NAMES = ['timed', 'flat', 'euros', 'painter'] as const;
/** Of `room.jpg`. */
const ROOM_MEGAPIXELS = (768 * 576) / 1e6;
type Name = (typeof NAMES)[number];

describe('costs of vendors by the work', () => {
  const vendors = {} as Record<Name, FakeVendor>;
  let app: TestApp;
  let ada: ApiClient;
  let admin: ApiClient;
  /** What every vendor says that it bills. */
  let credits: number | undefined;

  beforeAll(async () => {
    for (const name of NAMES) vendors[name] = await FakeVendor.start((call) => answer(vendors[name], call));
    const vendor = (name: Name, area: string, more: object) => ({
      ...{ name, area, base_url: vendors[name].url, keys: ['vendor-key'], poll_seconds: 0, ...more },
    });
    const bySecond = { 'vq2-turbo': { '720p': { per_task: 1, per_second: 10 }, '1080p': 500 } };
    const VENDORS_FILE = vendorsFile(
      [
        vendor('timed', 'video', {
          ...{ currency: 'USD', credit: 0.01, cost: { 'video-start-end': bySecond } },
        }),
        vendor('flat', 'video', { currency: 'USD', credit: 1, cost: { 'video-start-end': 0.5 } }),
        vendor('euros', 'video', {
          ...{ currency: 'EUR', credit: 1 },
          cost: { 'video-start-end': { '1080p': 0.45 }, 'video-extend': { per_second: 0.2 } },
        }),
        vendor('painter', 'image', { currency: 'USD', credit: 1, cost: { per_megapixel: 0.5 } }),
      ],
      { currencies: { USD: 1, EUR: 1.2 } },
    );
    app = await TestApp.start({ VENDORS_FILE, VIDPROV_EXTEND_SOURCE: 'either' });
    ada = app.api.as(await app.caller());
    admin = app.api.as(await app.caller({ isAdmin: true }));
  });
  afterAll(async () => {
    await app.stop();
    for (const vendor of Object.values(vendors)) await vendor.stop();
  });
  beforeEach(() => {
    credits = undefined;
    for (const vendor of Object.values(vendors)) vendor.calls.length = 0;
  });

  function answer({ url }: FakeVendor, { method, path }: { method: string; path: string }): VendorAnswer {
    if (path.endsWith('.mp4')) return { raw: VIDEO, headers: { 'content-type': 'video/mp4' } };
    if (path.endsWith('.jpg')) return { raw: readFileSync(sampleFile('room.jpg')) };
    const task_id = method === 'POST' ? randomUUID() : path.split('/').at(-1);
    if (path.includes('relight'))
      return { json: { data: { task_id, status: 'COMPLETED', generated: [`${url}/out.jpg`], credits } } };
    if (method === 'POST') return { json: { task_id, state: 'created' } };
    return { json: { state: 'success', credits, creations: [{ id: '1', url: `${url}/out.mp4` }] } };
  }

  async function made(path: string, fields: object): Promise<string> {
    const { status, body } = await ada.post(path, fields);
    expect([status, body.message]).toEqual([200, undefined]);
    const task = await endedTask(ada, body.data?.task_id ?? body.task_id);
    expect(task).toMatchObject({ status: 'succeeded' });
    return task.id;
  }
  const video = (duration: number, resolution = '720p') =>
    made(START_END, {
      ...{ model: 'vq2-turbo', prompt: 'dusk', images: [TINY_PNG, TINY_PNG] },
      duration,
      resolution,
    });

  const ordered = (): string[] => NAMES.filter((name) => vendors[name].callsOf('POST').length > 0);

  /** Our book and the vendor's, of one order that the vendor bills like this. */
  async function books(vendor: Name, taskId: string, billed: number, query = '') {
    const rows = await app
      .get(DataSource)
      .query<{ reference: string }[]>('select reference from vendor_orders where task_id = $1', [taskId]);
    const entries = rows.map(({ reference }) => ({ reference, credits: billed }));
    const { body } = await admin.post(
      `/admin/reconciliations?vendor=${vendor}&from=2026-01-01&to=2026-01-31${query}`,
      { entries },
    );
    return body;
  }

  it('give a short video to the vendor that charges by the second, and a long one to another', async () => {
    await video(2);
    expect(ordered()).toEqual(['timed']);
    await video(8);
    expect(ordered()).toEqual(['timed', 'flat']);
  });

  it('are compared by what the currencies are worth, never as plain numbers', async () => {
    // 0.45 EUR are 0.54 USD.
    await video(2, '1080p');
    expect(ordered()).toEqual(['flat']);
  });

  it('come last where they are not known', async () => {
    const source = { video_url: `${vendors.euros.url}/source.mp4` };
    await made(EXTEND, { ...{ model: 'vq2-turbo', duration: 2, resolution: '720p' }, ...source });
    expect(ordered()).toEqual(['euros']);
  });

  it('are booked by the table where the vendor says nothing, in the currency', async () => {
    const id = await video(2);
    expect(await books('timed', id, 21)).toMatchObject({
      ...{ currency: 'USD', matched: 1, ours: 0.21, theirs: 0.21, difference: 0 },
    });
  });

  it('are booked as the vendor says, by what its credits are worth, and its caller pays no more than the price', async () => {
    credits = 4;
    const id = await video(2);
    expect((await ada.get(`/tasks/${id}`)).body.credits).toBe(4);
    expect(await books('timed', id, 4)).toMatchObject({ currency: 'USD', matched: 1, ours: 0.04 });
    expect(await books('timed', id, 5)).toMatchObject({ matched: 0, ours: 0.04, theirs: 0.05 });
  });

  it('are booked by the megapixels of the picture that came', async () => {
    const id = await made(RELIGHT, { image: TINY_PNG });
    const { ours, currency } = await books('painter', id, 0);
    expect(currency).toBe('USD');
    expect(ours).toBeCloseTo(0.5 * ROOM_MEGAPIXELS, 6);
  });

  it('are booked from the vendor’s book, once, where they stayed unknown', async () => {
    for (const name of ['flat', 'euros']) await admin.put(`/admin/vendors/${name}`, { draining: true });
    const source = { video_url: `${vendors.timed.url}/source.mp4` };
    const id = await made(EXTEND, { ...{ model: 'vq2-turbo', duration: 2, resolution: '720p' }, ...source });
    for (const name of ['flat', 'euros']) await admin.put(`/admin/vendors/${name}`, { draining: false });
    expect(await books('timed', id, 30)).toMatchObject({ differing: { count: 1, ours: 0, theirs: 0.3 } });
    expect(await books('timed', id, 30, '&books_unknown=true')).toMatchObject({ booked: 0.3, ours: 0.3 });
    expect(await books('timed', id, 40, '&books_unknown=true')).toMatchObject({ booked: 0, ours: 0.3 });
  });

  it('have a currency that admins see', async () => {
    const { body } = await admin.get('/admin/vendors');
    const shown = body.vendors.map(({ name, currency }: any) => [name, currency]);
    expect(shown).toEqual(
      expect.arrayContaining([
        ['timed', 'USD'],
        ['euros', 'EUR'],
        ['local', null],
      ]),
    );
  });
});
