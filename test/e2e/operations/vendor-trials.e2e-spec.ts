import { endedTask } from '../../support/ended-task.js';
import { startStrictVendor } from '../../support/strict-vendor.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { vendorsFile } from '../../support/vendors-file.js';

describe('POST /admin/vendors/{vendor}/test, paid', () => {
  const vendors: Record<string, any> = {};
  let app: TestApp;
  let admin: ApiClient;

  beforeAll(async () => {
    for (const [name, contract] of Object.entries({ cheap: 'freepik', tried: 'freepik', vidu: 'vidu' }))
      vendors[name] = await startStrictVendor(contract, contract, { keys: ['key-1'] });
    vendors.sonilo = await startStrictVendor('sonilo', 'sonilo', { keys: ['key-1'] });
    const stated = (name: string, adapter: string, path: string, fields: object = {}) => ({
      ...{ name, adapter, base_url: vendors[name].url + path, keys: ['key-1'] },
      ...{ poll_seconds: 0, attempts: 1, timeout_ms: 5_000 },
      ...fields,
    });
    const file = vendorsFile([
      stated('cheap', 'freepik', '', { cost: 1 }),
      stated('tried', 'freepik', '', { priority: 1, cost: { 'image-relight': 12.5 } }),
      stated('vidu', 'vidu', '/ent/v2'),
      stated('sonilo', 'sonilo', ''),
    ]);
    app = await TestApp.start({ VENDORS_FILE: file });
    admin = app.api.as(await app.caller({ isAdmin: true }));
  });
  afterAll(async () => {
    await app.stop();
    for (const vendor of Object.values(vendors)) await vendor.stop();
  });
  beforeEach(() => {
    for (const vendor of Object.values(vendors)) vendor.reset();
  });

  const order = async (vendor: string, fields: object = {}): Promise<any> => {
    const { status, body } = await admin.post(`/admin/vendors/${vendor}/test`, { paid: true, ...fields });
    expect([status, body.keys]).toEqual([200, []]);
    return endedTask(admin, body.task_id);
  };
  const ordered = (): Record<string, number> =>
    Object.fromEntries(Object.entries(vendors).map(([name, { orders }]) => [name, orders.length]));
  const NONE = { cheap: 0, tried: 0, vidu: 0, sonilo: 0 };

  it('orders a small task of the admin from this vendor, although another one comes first', async () => {
    const task = await order('tried');
    expect(task).toMatchObject({ kind: 'image-relight', status: 'succeeded' });
    expect(Object.keys(task.request)).not.toContain('tried_vendor');
    expect(ordered()).toEqual({ ...NONE, tried: 1 });
    expect(vendors.tried.problems).toEqual([]);
    const { body } = await admin.get('/admin/vendors');
    const { tests } = body.vendors.find(({ name }: { name: string }) => name === 'tried');
    expect(tests[0]).toEqual({ kind: 'image-relight', cost: 12.5 });
    expect(tests[1]).toEqual({ kind: 'image-style-transfer', cost: null });
  });

  it.each([
    ['tried', 'image-style-transfer', {}],
    ['tried', 'skin-enhancer-faithful', {}],
    ['vidu', 'video-start-end', { duration: 1, resolution: '540p' }],
    ['vidu', 'video-reference', { duration: 1, resolution: '540p' }],
    ['vidu', 'video-extend', { duration: 1, resolution: '540p' }],
    ['sonilo', 'music-from-text', {}],
  ])('asks %s for %s, as small as it takes', async (vendor, kind, size) => {
    const task = await order(vendor, { kind });
    expect(task).toMatchObject({ kind, status: 'succeeded', request: size });
    expect(ordered()).toEqual({ ...NONE, [vendor]: 1 });
    expect(vendors[vendor].problems).toEqual([]);
  });

  it('tells the admin what the vendor says, and asks no other one', async () => {
    vendors.tried.next = [{ on: 'order', act: 'refuse', refusal: 'parameters' }];
    const { message } = vendors.tried.contract.refusals.parameters.json;
    const task = await order('tried');
    expect(task).toMatchObject({ status: 'failed', error_code: 'upstream_error' });
    expect(task.error_message).toContain(message);
    expect(ordered()).toEqual(NONE);
  });

  it('tries a drained vendor, too', async () => {
    await admin.put('/admin/vendors/tried', { draining: true });
    expect(await order('tried')).toMatchObject({ status: 'succeeded' });
    await admin.put('/admin/vendors/tried', { draining: false });
    expect(ordered()).toEqual({ ...NONE, tried: 1 });
  });

  it('refuses kinds that the vendor does not do, and orders nothing unless it is asked to', async () => {
    expect(await admin.post('/admin/vendors/vidu/test', { paid: true, kind: 'image-relight' })).toMatchObject(
      {
        status: 400,
        body: { message: 'kind must be one of video-start-end, video-reference, video-extend.' },
      },
    );
    expect((await admin.post('/admin/vendors/tried/test')).body).toMatchObject({ keys: [], task_id: null });
    expect((await admin.post('/admin/vendors/nobody/test', { paid: true })).status).toBe(404);
    expect(ordered()).toEqual(NONE);
  });
});
