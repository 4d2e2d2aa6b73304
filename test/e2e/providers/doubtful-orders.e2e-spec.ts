import { DataSource } from 'typeorm';
import { endedTask } from '../../support/ended-task.js';
import { FakeVendor } from '../../support/fake-vendor.js';
import { Simulator } from '../../support/simulator.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { vendorsFile } from '../../support/vendors-file.js';
import { TINY_PNG } from '../rights/tiny-png.js';
import { workingVendor } from './working-vendor.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const PRICE = 22;
/** Answers of a vendor that has taken the order, without saying so. */
const DOUBTFUL = ['status_503_after', 'status_429_after', 'status_500_after', 'error_after', 'drop_after'];
const CALM = Object.fromEntries(DOUBTFUL.map((fault) => [fault, 0]));

const start = async (api: ApiClient): Promise<string> => {
  const reply = await api.post(RELIGHT, { image: TINY_PNG, prompt: 'dusk' });
  expect(reply.status).toBe(200);
  return reply.body.data.task_id;
};
const stated = (name: string, priority: number, url: string, fields: object = {}) => ({
  ...{ name, area: 'image', base_url: url, priority, keys: [`${name}-key`], reference_header: 'X-Reference' },
  ...{ poll_seconds: 0, timeout_ms: 500, break_after_failures: 1_000 },
  ...fields,
});

describe.each<[string, string, object]>([
  ['keeps keys', '--idempotent', { idempotent: true }],
  ['can be asked', '--lookup', { paths: { lookup: '/lookup/{reference}' } }],
])('an order that a vendor may have taken, which %s', (_, flag, fields) => {
  let first: Simulator;
  let second: Simulator;
  let app: TestApp;
  let ada: ApiClient;
  beforeAll(async () => {
    [first, second] = [await Simulator.start(flag), await Simulator.start(flag)];
    const vendors = [stated('first', 0, first.url, fields), stated('second', 1, second.url, fields)];
    app = await TestApp.start({ VENDORS_FILE: vendorsFile(vendors) });
    ada = app.api.as(await app.caller());
  });
  beforeEach(() => first.faults({ ...CALM, retry_after: 1 }));
  afterAll(async () => {
    await app.stop();
    await first.stop();
    await second.stop();
  });

  it.each(DOUBTFUL)('is placed once, and nowhere else (%s)', async (fault) => {
    const before = (await first.book()).length;
    await first.faults({ [fault]: 1 });
    const id = await start(ada);
    await until(async () => (await first.book()).length > before);
    await first.faults(CALM);
    expect(await endedTask(ada, id)).toMatchObject({ status: 'succeeded' });
    expect((await first.book()).slice(before)).toMatchObject([{ status: 'succeeded' }]);
    expect(await second.book()).toEqual([]);
  });
});

describe('an order that a vendor may have taken', () => {
  it('is repeated under its key until the time of the task is over, and then uncertain', async () => {
    const [first, second] = [await Simulator.start('--idempotent'), await Simulator.start('--idempotent')];
    const fields = { idempotent: true, deadline_seconds: 2, keys: ['key-a', 'key-b'] };
    const vendors = [stated('first', 0, first.url, fields), stated('second', 1, second.url, fields)];
    const app = await TestApp.start({ VENDORS_FILE: vendorsFile(vendors) });
    try {
      await first.faults({ status_429_after: 0.5, status_503_after: 1, retry_after: 0 });
      const ada = app.api.as(await app.caller());
      const task = await endedTask(ada, await start(ada));
      expect(task).toMatchObject({
        status: 'uncertain',
        error_code: 'upstream_outcome_unknown',
        credits: PRICE,
      });
      expect(await first.book()).toHaveLength(1);
      expect((await first.faults(CALM)).met['asked again under the same key']).toBeGreaterThan(1);
      expect(await second.book()).toEqual([]);
    } finally {
      await app.stop();
      await first.stop();
      await second.stop();
    }
  });

  it('is asked for by its own key, whatever key is used for others by then', async () => {
    const vendor = await FakeVendor.start();
    vendor.script = workingVendor(vendor, 'first-1', ({ method }, n) =>
      method === 'POST' && n < 3 ? { status: 429, headers: { 'retry-after': '0' } } : undefined,
    );
    const app = await TestApp.start({
      VENDORS_FILE: vendorsFile([
        stated('first', 0, vendor.url, { idempotent: true, keys: ['key-a', 'key-b'] }),
      ]),
    });
    try {
      const ada = app.api.as(await app.caller());
      expect(await endedTask(ada, await start(ada))).toMatchObject({ status: 'succeeded' });
      const orders = vendor
        .callsOf('POST')
        .map(({ headers }) => [headers.authorization, headers['x-reference']]);
      expect(orders).toHaveLength(4);
      expect(new Set(orders.map(String)).size).toBe(1);
    } finally {
      await app.stop();
      await vendor.stop();
    }
  });

  it('is repeated when the vendor has said, and not before', async () => {
    const vendor = await FakeVendor.start(() => ({ status: 503, headers: { 'retry-after': '900' } }));
    const app = await TestApp.start({
      VENDORS_FILE: vendorsFile([stated('first', 0, vendor.url, { idempotent: true })]),
    });
    try {
      const ada = app.api.as(await app.caller());
      const id = await start(ada);
      const later = `from jobs where name = 'image-tasks.run' and run_at > now() + interval '10 minutes'`;
      const database = app.get(DataSource);
      await until(async () => (await database.query(`select ${later}`)).length === 1);
      expect(vendor.callsOf('POST')).toHaveLength(1);
      expect((await ada.get(`/tasks/${id}`)).body).toMatchObject({ status: 'processing', credits: PRICE });
      vendor.script = workingVendor(vendor, 'first-1');
      await database.query(`update jobs set run_at = now() where id in (select id ${later})`);
      expect(await endedTask(ada, id)).toMatchObject({ status: 'succeeded' });
      const [first, second] = vendor.callsOf('POST').map(({ headers }) => headers['idempotency-key']);
      expect(second).toBe(first);
    } finally {
      await app.stop();
      await vendor.stop();
    }
  });
});

describe('an order of a vendor that can neither repeat nor tell', () => {
  let first: Simulator;
  let second: Simulator;
  let app: TestApp;
  let ada: ApiClient;
  beforeAll(async () => {
    [first, second] = [await Simulator.start(), await Simulator.start()];
    const vendors = [stated('first', 0, first.url), stated('second', 1, second.url)];
    app = await TestApp.start({ VENDORS_FILE: vendorsFile(vendors) });
    ada = app.api.as(await app.caller());
  });
  beforeEach(() => first.faults(CALM));
  afterAll(async () => {
    await app.stop();
    await first.stop();
    await second.stop();
  });

  it.each(DOUBTFUL)('makes its task uncertain, which keeps its hold (%s)', async (fault) => {
    const before = (await first.book()).length;
    await first.faults({ [fault]: 1 });
    const task = await endedTask(ada, await start(ada));
    expect(task).toMatchObject({
      status: 'uncertain',
      error_code: 'upstream_outcome_unknown',
      credits: PRICE,
    });
    expect(await first.book()).toHaveLength(before + 1);
    expect(await second.book()).toEqual([]);
  });
});

describe('an order of a vendor whose 429 comes before it takes anything', () => {
  it('goes to the next vendor, and is sent again where there is none', async () => {
    const [first, second] = [await FakeVendor.start(), await FakeVendor.start()];
    const limited = (vendor: FakeVendor, id: string, times: number) =>
      workingVendor(vendor, id, ({ method }, n) =>
        method === 'POST' && n < times ? { status: 429, headers: { 'retry-after': '1' } } : undefined,
      );
    first.script = limited(first, 'first-1', 10);
    second.script = limited(second, 'second-1', 2);
    const fields = { not_taken_on_429: true };
    const vendors = [stated('first', 0, first.url, fields), stated('second', 1, second.url, fields)];
    const app = await TestApp.start({ VENDORS_FILE: vendorsFile(vendors) });
    try {
      const ada = app.api.as(await app.caller());
      expect(await endedTask(ada, await start(ada))).toMatchObject({ status: 'succeeded' });
      expect([first, second].map((vendor) => vendor.callsOf('POST').length)).toEqual([1, 3]);
    } finally {
      await app.stop();
      await first.stop();
      await second.stop();
    }
  });
});
