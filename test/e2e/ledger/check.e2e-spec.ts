import { endedTask } from '../../support/ended-task.js';
import { type ApiClient, type Caller, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';
import { TINY_PNG } from '../rights/tiny-png.js';

const SKIN = '/proxy/imgprov/v1/ai/skin-enhancer/creative';
const NAMES = ['grants', 'holds', 'limits', 'resolutions'];

/** Changes that the service would never make, each with the finding of the check. */
const WRONGS = [
  {
    name: 'grants',
    sql: 'update credit_grants set spent = 0, available = available + 2, expired = 56',
    credits: 58 + 56,
  },
  {
    name: 'limits',
    sql: `update credit_counters set used = used + 7 where window_start > 'epoch'`,
    credits: 7,
  },
  { name: 'holds', sql: 'insert into credit_holds values (gen_random_uuid(), null, 9, now())', credits: 9 },
  {
    name: 'holds',
    sql: `insert into credit_transfers (id, type, debit_account, credit_account, amount, expires_at)
          select gen_random_uuid(), type, debit_account, credit_account, 5, now() from credit_transfers
          where type = 'hold' and user_id is not null order by id limit 1`,
    credits: 5,
  },
  {
    name: 'resolutions',
    sql: `insert into credit_transfers (id, type, debit_account, credit_account, amount, resolves)
          select gen_random_uuid(), type, debit_account, credit_account, 4, gen_random_uuid() from credit_transfers where type = 'post'`,
    credits: 4,
  },
];

describe('GET /admin/ledger/check', () => {
  let app: TestApp;
  let caller: Caller;
  let ada: ApiClient;
  let admin: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
    caller = await app.caller();
    ada = app.api.as(caller);
    admin = app.api.as(await app.caller({ isAdmin: true }));
    const path = `/admin/users/${caller.user.id}`;
    expect((await admin.post(`${path}/grants`, { amount: 500 })).status).toBe(201);
    expect((await admin.put(`${path}/limits`, { total: 1_000, day: 900 })).status).toBe(200);
    const { data } = (await ada.post(SKIN, { image: TINY_PNG })).body;
    expect((await endedTask(ada, data.task_id)).status).toBe('succeeded');
  });
  afterAll(() => app.stop());

  it('reads a book of many parts as one, finds nothing where all follows from it, and everything else', async () => {
    await rowsOf(
      app.databaseUrl,
      `insert into credit_transfers (id, type, debit_account, credit_account, amount, kind, provider, expires_at)
       select gen_random_uuid(), 'hold', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000003', 1,
              'image-relight', 'local', now() from generate_series(1, 45000)`,
    );
    const right = NAMES.map((name) => ({ name, differences: 0, credits: 0 }));
    expect((await admin.get('/admin/ledger/check')).body).toEqual({ balanced: true, checks: right });

    // Bypasses the triggers that keep the book and its totals consistent.
    await rowsOf(
      app.databaseUrl,
      `begin; set local session_replication_role = replica; ${WRONGS.map(({ sql }) => sql).join('; ')};
       delete from credit_holds where amount = 1; commit`,
    );
    const wrong = (of: string) => [
      ...WRONGS.filter(({ name }) => name === of).map(({ credits }) => ({ rows: 1, credits })),
      ...(of === 'holds' ? [{ rows: 45_000, credits: 45_000 }] : []),
    ];
    const checks = NAMES.map((name) => ({
      name,
      differences: wrong(name).reduce((sum, { rows }) => sum + rows, 0),
      credits: wrong(name).reduce((sum, { credits }) => sum + credits, 0),
    }));
    expect((await admin.get('/admin/ledger/check')).body).toEqual({ balanced: false, checks });
  });
});

describe('GET /admin/ledger/check while a grant has credits held', () => {
  let app: TestApp;
  let admin: ApiClient;
  let ada: ApiClient;
  const grants = async () => {
    const { balanced, checks } = (await admin.get('/admin/ledger/check')).body;
    return { balanced, ...checks.find(({ name }: { name: string }) => name === 'grants') };
  };

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    admin = app.api.as(await app.caller({ isAdmin: true }));
    const caller = await app.caller();
    ada = app.api.as(caller);
    const path = `/admin/users/${caller.user.id}/grants`;
    for (const amount of [50, 100]) expect((await admin.post(path, { amount })).status).toBe(201);
  });
  afterAll(() => app.stop());

  it('is balanced until a figure of the grant is wrong', async () => {
    // 58 credits: all of the first grant, and 8 of the second.
    const { data } = (await ada.post(SKIN, { image: TINY_PNG })).body;
    expect((await ada.get('/credits')).body).toMatchObject({ available: 92, held: 58, spent: 0 });
    expect(await grants()).toMatchObject({ balanced: true, differences: 0, credits: 0 });

    const moveHeld = (credits: number) =>
      rowsOf(
        app.databaseUrl,
        `begin; set local session_replication_role = replica;
         update credit_grants set held = held - ${credits}, spent = spent + ${credits} where amount = 50; commit`,
      );
    await moveHeld(3);
    expect(await grants()).toMatchObject({ balanced: false, differences: 1, credits: 6 });
    await moveHeld(-3);
    expect((await ada.post(`/tasks/${data.task_id}/cancel`)).status).toBe(200);
    expect(await grants()).toMatchObject({ balanced: true });
  });
});
