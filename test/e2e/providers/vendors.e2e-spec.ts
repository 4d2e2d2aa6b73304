import { VendorStates } from '#libs/media/providers';
import { endedTask } from '../../support/ended-task.js';
import { FakeVendor } from '../../support/fake-vendor.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { vendorsFile } from '../../support/vendors-file.js';
import { TINY_PNG } from '../rights/tiny-png.js';
import { workingVendor } from './working-vendor.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const STYLE = '/proxy/imgprov/v1/ai/image-style-transfer';

describe('several vendors of one area', () => {
  const vendors: Record<'north' | 'south' | 'east', FakeVendor> = {} as never;
  let app: TestApp;
  /** A second process on the same database, which runs the jobs. */
  let worker: TestApp;
  let ada: ApiClient;
  let admin: ApiClient;

  beforeAll(async () => {
    for (const name of ['north', 'south', 'east'] as const) vendors[name] = await FakeVendor.start();
    const stated = (name: keyof typeof vendors, fields: object) => ({
      ...{ name, area: 'image', base_url: vendors[name].url, poll_seconds: 0 },
      ...{ keys: [`${name}-key-1`], attempts: 1 },
      ...fields,
    });
    const file = vendorsFile([
      stated('south', { cost: 20 }),
      stated('north', { cost: { 'image-relight': 10 } }),
      stated('east', { priority: 1, kinds: ['image-relight'], keys: ['env:EAST_KEY'], auth_scheme: 'none' }),
    ]);
    const settings = { VENDORS_FILE: file, EAST_KEY: 'east-key-1' };
    app = await TestApp.start({ ...settings, RUN_JOBS: 'false' });
    worker = await TestApp.join(app, settings);
    ada = app.api.as(await app.caller());
    admin = app.api.as(await app.caller({ isAdmin: true }));
  });
  afterAll(async () => {
    await worker.stop();
    await app.stop();
    for (const vendor of Object.values(vendors)) await vendor.stop();
  });
  beforeEach(async () => {
    for (const name of ['north', 'south', 'east'] as const) {
      vendors[name].reset(workingVendor(vendors[name], `${name}-1`));
      await admin.put(`/admin/vendors/${name}`, { draining: false });
      await until(() => !worker.get(VendorStates).of(name).isDraining);
    }
  });

  async function start(path = RELIGHT): Promise<string> {
    const fields = path === STYLE ? { reference_image: TINY_PNG } : { prompt: 'dusk' };
    const reply = await ada.post(path, { image: TINY_PNG, ...fields });
    expect(reply.status).toBe(200);
    return reply.body.data?.task_id ?? reply.body.task_id;
  }

  /** Which vendors got orders since the test began. */
  const ordered = (): string[] =>
    Object.entries(vendors).flatMap(([name, vendor]) => vendor.callsOf('POST').map(() => name));

  async function change(vendor: string, body: object): Promise<void> {
    expect((await admin.put(`/admin/vendors/${vendor}`, body)).status).toBe(200);
  }

  it('gives a task to the cheapest of the first priority', async () => {
    expect(await endedTask(ada, await start())).toMatchObject({ status: 'succeeded' });
    expect(ordered()).toEqual(['north']);
    expect(vendors.north.callsOf('POST')[0]?.headers).toMatchObject({ authorization: 'Bearer north-key-1' });
  });

  it('gives a kind to one whose cost for it is known before one whose is not', async () => {
    await endedTask(ada, await start(STYLE));
    expect(ordered()).toEqual(['south']);
  });

  it('gives a drained one nothing new, and says by whom and why', async () => {
    const reply = await admin.put('/admin/vendors/north', { draining: true, reason: 'slow' });
    expect(reply).toMatchObject({ status: 200, body: { name: 'north', draining: true, priority: 0 } });
    await endedTask(ada, await start());
    expect(ordered()).toEqual(['south']);
    const { body } = await admin.get('/admin/audit?target_kind=vendor&target_id=north&limit=1');
    expect(body.entries[0]).toMatchObject({
      ...{ action: 'vendor.update', reason: 'slow' },
      ...{ before: { isDraining: false }, after: { isDraining: true } },
    });
  });

  it('goes on to the end with what a drained one was ordered', async () => {
    let isBusy = true;
    vendors.north.script = workingVendor(vendors.north, 'north-1', ({ path }) =>
      isBusy && path.includes('north-1')
        ? { json: { data: { task_id: 'north-1', status: 'IN_PROGRESS' } } }
        : undefined,
    );
    const id = await start();
    await until(() => vendors.north.callsOf('GET').length > 0);
    await change('north', { draining: true });
    isBusy = false;
    expect(await endedTask(ada, id)).toMatchObject({ status: 'succeeded' });
    expect(ordered()).toEqual(['north']);
  });

  it('is followed by other processes, and goes by weights while there are some', async () => {
    await change('south', { draining: false, weight: 5 });
    await change('north', { draining: false, weight: 0 });
    await until(() => worker.get(VendorStates).of('north').weight === 0);
    await endedTask(ada, await start());
    expect(ordered()).toEqual(['south']);
  });

  it('uses the next priority when all before it are drained, by its own kinds and key', async () => {
    await change('north', { draining: true });
    await change('south', { draining: true });
    await endedTask(ada, await start());
    expect(ordered()).toEqual(['east']);
    expect(vendors.east.callsOf('POST')[0]?.headers).toMatchObject({ authorization: 'east-key-1' });
    const refused = await ada.post(STYLE, { image: TINY_PNG, reference_image: TINY_PNG });
    expect(refused).toMatchObject({ status: 503, body: { error: 'no_vendor_available' } });
  });

  it('gives what waits for a drained one to another before it is ordered', async () => {
    await admin.post('/admin/queues/image-tasks.run/pause', {});
    const id = await start();
    await change('north', { draining: true });
    await until(() => worker.get(VendorStates).of('north').isDraining);
    await admin.post('/admin/queues/image-tasks.run/resume', {});
    expect(await endedTask(ada, id)).toMatchObject({ status: 'succeeded' });
    expect(ordered()).toEqual(['south']);
  });

  it('knows no other vendor', async () => {
    for (const name of ['west', 'local'])
      expect(await admin.put(`/admin/vendors/${name}`, { draining: true })).toMatchObject({
        ...{ status: 404, body: { error: 'vendor_not_found' } },
      });
  });
});
