import { v7 as uuidv7 } from 'uuid';
import { Ledger } from '../../../libs/accounts/ledger/src/ledger.js';
import { TransactionRunner } from '#libs/platform/database';
import { ExpireTasksJob } from '#libs/media/work';
import { SweepHoldsJob } from '../../../libs/media/work/src/tasks/jobs/sweep-holds.job.js';
import { endedTask } from '../../support/ended-task.js';
import { FakeVendor } from '../../support/fake-vendor.js';
import { type ApiClient, type Caller, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { vendorsFile } from '../../support/vendors-file.js';
import { workingVendor } from '../providers/working-vendor.js';
import { TINY_PNG } from '../rights/tiny-png.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const PRICE = 22;
const DAY_MS = 24 * 60 * 60 * 1_000;

describe('the hold of a task that comes to nothing', () => {
  let vendor: FakeVendor;
  let app: TestApp;
  let admin: ApiClient;
  let caller: Caller;
  let ada: ApiClient;

  beforeAll(async () => {
    vendor = await FakeVendor.start();
    const file = vendorsFile([
      {
        ...{ name: 'slow', area: 'image', base_url: vendor.url, keys: ['key'], poll_seconds: 0 },
        ...{ deadline_seconds: 10, break_after_failures: 100 },
      },
    ]);
    app = await TestApp.start({ VENDORS_FILE: file });
    admin = app.api.as(await app.caller({ isAdmin: true }));
  });
  beforeEach(async () => {
    vendor.reset(
      workingVendor(vendor, 'never-done', ({ method }) =>
        method === 'GET' ? { json: { data: { task_id: 'never-done', status: 'IN_PROGRESS' } } } : undefined,
      ),
    );
    caller = await app.caller();
    ada = app.api.as(caller);
    await admin.post(`/admin/users/${caller.user.id}/grants`, { amount: 100 });
    await admin.put(`/admin/users/${caller.user.id}/limits`, { day: 100 });
  });
  afterAll(async () => {
    await app.stop();
    await vendor.stop();
  });

  async function start(): Promise<string> {
    const { data } = (await ada.post(RELIGHT, { image: TINY_PNG })).body;
    expect((await ada.get('/credits')).body).toMatchObject({
      ...{ available: 100 - PRICE, held: PRICE, spent: 0, open_tasks: 1, limits: [{ used: PRICE }] },
    });
    return data.task_id;
  }

  const begun = (): Promise<void> => until(() => vendor.callsOf('GET').length > 0);

  /** Newest first. */
  async function entriesOf(taskId: string): Promise<string[]> {
    const { entries } = (await ada.get('/credits/statement')).body;
    return entries.filter((entry: any) => entry.task_id === taskId).map((entry: any) => entry.type);
  }

  /** Whatever would end it, and the time in which it would have to have ended. */
  async function endAgain(taskId: string): Promise<void> {
    await app.get(TransactionRunner).run(async (scope) => {
      await app.get(Ledger).release(scope, [{ taskId, provider: null }]);
      await app.get(Ledger).settle(scope, [{ taskId, provider: null, credits: PRICE }]);
    });
    app.passTime(40 * DAY_MS);
    try {
      await app.get(SweepHoldsJob).run();
      const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false, jobId: 'x' };
      await app.get(ExpireTasksJob).run({}, run);
    } finally {
      app.passTime(-40 * DAY_MS);
    }
  }

  it.each<[string, (id: string) => Promise<unknown>]>([
    [
      'fails',
      async (id) => {
        await begun();
        vendor.script = () => ({ json: { data: { task_id: 'never-done', status: 'FAILED' } } });
        expect(await endedTask(ada, id)).toMatchObject({ status: 'failed', error_code: 'upstream_error' });
      },
    ],
    [
      'is not done by its deadline',
      async (id) =>
        expect(await endedTask(ada, id)).toMatchObject({ status: 'failed', error_code: 'upstream_timeout' }),
    ],
    [
      'is canceled',
      async (id) => {
        await begun();
        expect((await ada.post(`/tasks/${id}/cancel`)).status).toBe(200);
        expect((await ada.post(`/tasks/${id}/cancel`)).status).toBe(409);
        expect((await ada.delete(`/tasks/${id}`)).status).toBe(204);
      },
    ],
    [
      'is deleted',
      async (id) => {
        await begun();
        expect((await ada.delete(`/tasks/${id}`)).status).toBe(204);
        expect((await ada.delete(`/tasks/${id}`)).status).toBe(404);
      },
    ],
  ])('is given back once when the task %s, whatever comes after that', async (_, end) => {
    const id = await start();
    await end(id);
    const free = { available: 100, held: 0, spent: 0, open_tasks: 0, limits: [{ used: 0 }] };
    for (let times = 0; times < 3; times += 1) {
      expect((await ada.get('/credits')).body).toMatchObject(free);
      expect(await entriesOf(id)).toEqual(['void', 'hold']);
      await endAgain(id);
    }
    expect((await ada.get('/usage')).body.total).toEqual({
      ...{ tasks: 1, succeeded: 0, failed: 1, credits: 0, held: 0 },
    });
    expect((await admin.get('/admin/ledger/check')).body).toMatchObject({ balanced: true });
  });

  it('is swept once its time has passed where the task has ended without it, and kept where it has not', async () => {
    const hold = async (status: string): Promise<string> => {
      const id = uuidv7();
      await rowsOf(
        app.databaseUrl,
        `insert into tasks (id, user_id, kind, status, request, provider, credits, estimated_seconds)
         values ($1, $2, 'image-relight', $3, '{}', 'slow', 5, 1)`,
        [id, caller.user.id, status],
      );
      await rowsOf(
        app.databaseUrl,
        `insert into credit_transfers
           (id, type, debit_account, credit_account, amount, user_id, kind, provider, expires_at)
         values ($1, 'hold', $2, '00000000-0000-7000-8000-000000000003', 7, $2, 'image-relight', 'other', now() - interval '1 s')`,
        [id, caller.user.id],
      );
      return id;
    };
    const ids: Record<string, string> = {};
    for (const status of ['failed', 'canceled', 'succeeded', 'processing', 'uncertain'])
      ids[status] = await hold(status);
    for (let times = 0; times < 2; times += 1) {
      await app.get(SweepHoldsJob).run();
      const entries = await Promise.all(
        Object.entries(ids).map(async ([status, id]) => [status, await entriesOf(id)]),
      );
      expect(Object.fromEntries(entries)).toEqual({
        ...{ failed: ['void', 'hold'], canceled: ['void', 'hold'], succeeded: ['post', 'hold'] },
        ...{ processing: ['hold'], uncertain: ['hold'] },
      });
    }
    expect((await ada.get('/credits')).body).toMatchObject({ available: 81, held: 14, spent: 5 });
    expect((await ada.get('/usage?group_by=provider')).body.usage).toEqual([
      { provider: 'other', tasks: 2, succeeded: 0, failed: 0, credits: 0, held: 14 },
      { provider: 'slow', tasks: 3, succeeded: 1, failed: 2, credits: 5, held: 0 },
    ]);
    await rowsOf(app.databaseUrl, `update tasks set status = 'failed' where id = any($1)`, [
      [ids['processing'], ids['uncertain']],
    ]);
    await app.get(SweepHoldsJob).run();
  });
});
