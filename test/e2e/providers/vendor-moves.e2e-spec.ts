import { AddUsageJob } from '../../../libs/accounts/ledger/src/usage/add-usage.job.js';
import { endedTask } from '../../support/ended-task.js';
import { FakeVendor, type VendorAnswer } from '../../support/fake-vendor.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { vendorsFile } from '../../support/vendors-file.js';
import { TINY_PNG } from '../rights/tiny-png.js';
import { workingVendor } from './working-vendor.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';

describe('a task whose vendor does not take it', () => {
  let first: FakeVendor;
  let second: FakeVendor;
  let third: FakeVendor;
  let app: TestApp;
  let ada: ApiClient;

  beforeEach(async () => {
    [first, second, third] = [await FakeVendor.start(), await FakeVendor.start(), await FakeVendor.start()];
    second.script = workingVendor(second, 'second-1');
    third.script = workingVendor(third, 'third-1');
    const stated = (name: string, priority: number, { url }: FakeVendor, keys = [`${name}-key`]) => ({
      ...{ name, area: 'image', base_url: url, priority, keys },
      ...{ poll_seconds: 0, attempts: 1, timeout_ms: 1_000, break_after_failures: 3, not_taken_on_429: true },
    });
    const file = vendorsFile([
      stated('first', 0, first, ['key-a', 'key-b']),
      stated('second', 1, second),
      stated('third', 2, third),
    ]);
    app = await TestApp.start({ VENDORS_FILE: file });
    ada = app.api.as(await app.caller());
  });
  afterEach(async () => {
    await app.stop();
    for (const vendor of [first, second, third]) await vendor.stop();
  });

  const start = async (): Promise<string> => {
    const reply = await ada.post(RELIGHT, { image: TINY_PNG, prompt: 'dusk' });
    expect(reply.status).toBe(200);
    return reply.body.data.task_id;
  };
  const orders = (): number[] => [first, second, third].map((vendor) => vendor.callsOf('POST').length);

  it.each<[string, VendorAnswer]>([
    ['refuses it', { status: 403 }],
    ['does not know the path', { status: 404 }],
  ])('goes to the next when the vendor %s, and is ordered there once', async (_, answer) => {
    first.script = () => answer;
    expect(await endedTask(ada, await start())).toMatchObject({ status: 'succeeded' });
    expect(orders()).toEqual([1, 1, 0]);
  });

  it('is used at the vendor that did its work, at once and when it was added up', async () => {
    first.script = () => ({ status: 403 });
    second.script = () => ({ status: 402 });
    await endedTask(ada, await start());
    await first.stop();
    third.script = workingVendor(third, 'third-2', ({ method }) =>
      method === 'GET' ? { json: { data: { task_id: 'third-2', status: 'IN_PROGRESS' } } } : undefined,
    );
    const canceled = await start();
    await until(() => third.callsOf('POST').length === 2);
    const usage = async (): Promise<unknown> => (await ada.get('/usage?group_by=provider')).body.usage;
    await ada.post(`/tasks/${canceled}/cancel`);
    const used = [{ provider: 'third', tasks: 2, succeeded: 1, failed: 1, credits: 22, held: 0 }];
    expect(await usage()).toEqual(used);
    await app.get(AddUsageJob).run();
    expect(await usage()).toEqual(used);
  });

  it('goes on while one after the other cannot be reached', async () => {
    await first.stop();
    second.script = () => ({ status: 401 });
    expect(await endedTask(ada, await start())).toMatchObject({ status: 'succeeded' });
    expect(orders()).toEqual([0, 1, 1]);
  });

  it.each<[string, VendorAnswer, string]>([
    ['broke off the connection', { hangUp: true }, 'uncertain'],
    ['was silent for too long', { delayMs: 3_000 }, 'uncertain'],
    ['broke down', { status: 500 }, 'uncertain'],
    ['is out of service', { status: 503, headers: { 'retry-after': '60' } }, 'uncertain'],
    ['refused the content', { status: 422 }, 'failed'],
  ])(
    'stays where it may have been taken, or is at fault itself: the vendor %s',
    async (_, answer, status) => {
      first.script = () => answer;
      const id = await start();
      await until(async () => (await ada.get(`/tasks/${id}`)).body.status === status);
      expect(orders()).toEqual([1, 0, 0]);
    },
  );

  it('begins with the next while the circuit of the first is open', async () => {
    first.script = () => ({ status: 500 });
    for (let at = 0; at < 3; at += 1) await endedTask(ada, await start());
    expect(await endedTask(ada, await start())).toMatchObject({ status: 'succeeded' });
    expect(orders()).toEqual([3, 1, 0]);
  });

  it('uses the next key of a vendor that limits one, and asks by the key of the order', async () => {
    let isBusy = true;
    const keyOf = ({ headers }: { headers: { authorization?: string } }) => headers.authorization;
    first.script = workingVendor(first, 'first-1', (call) => {
      if (call.method === 'POST' && keyOf(call) === 'Bearer key-a')
        return { status: 429, headers: { 'retry-after': '60' } };
      if (call.path.includes('first-1') && isBusy)
        return { json: { data: { task_id: 'first-1', status: 'IN_PROGRESS' } } };
      return undefined;
    });
    const id = await start();
    await until(() => first.callsOf('GET').length > 0);
    // The key of the order is limited as well now: new orders go elsewhere, and this one is still asked for by it.
    first.script = workingVendor(first, 'first-1', ({ method }) =>
      method === 'POST' ? { status: 402 } : undefined,
    );
    isBusy = false;
    expect(await endedTask(ada, id)).toMatchObject({ status: 'succeeded' });
    expect(first.calls.map((call) => `${call.method} ${keyOf(call)}`)).toEqual(
      expect.arrayContaining(['POST Bearer key-a', 'POST Bearer key-b', 'GET Bearer key-b']),
    );
    expect(first.callsOf('GET').some((call) => keyOf(call) === 'Bearer key-a')).toBe(false);
    expect(await endedTask(ada, await start())).toMatchObject({ status: 'succeeded' });
    expect(orders()).toEqual([3, 1, 0]);
  });
});
