import { NO_TRANSACTION } from '#libs/platform/database';
import { UsageRepository } from '../../../libs/accounts/ledger/src/usage/usage.repository.js';
import { endedTask } from '../../support/ended-task.js';
import { drain, makeAllDue } from '../../support/jobs.js';
import { type ApiClient, type Caller, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { TINY_PNG } from '../rights/tiny-png.js';
import { SMALL } from '../video-proxy/video-tasks.js';

const IMAGES = '/proxy/imgprov/v1/ai';
const VIDEO = '/proxy/vidprov/start-end2video';
const TODAY = new Date().toISOString().slice(0, 10);

describe('GET /usage', () => {
  let app: TestApp;
  let worker: TestApp | undefined;
  let ada: ApiClient;
  let caller: Caller;
  let admin: ApiClient;
  let otherToken: { id: string; token: string };

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    caller = await app.caller();
    ada = app.api.as(caller);
    admin = app.api.as(await app.caller({ isAdmin: true }));
    otherToken = (await ada.post('/users/tokens', { name: 'other', scopes: ['media'] })).body;
  });
  afterAll(async () => {
    await worker?.stop();
    await app.stop();
  });

  const groups = (list: string, api = ada, path = '/usage?') => api.get(`${path}group_by=${list}`);
  const waiting = () => rowsOf(app.databaseUrl, 'select transfer_id from credit_usage_waiting');

  it('tells what was held, spent and given back, at once and after it was added up', async () => {
    const image = { image: TINY_PNG };
    const relit = (await ada.post(`${IMAGES}/image-relight`, image)).body.data.task_id;
    const skin = await app.api.as(otherToken.token).post(`${IMAGES}/skin-enhancer/creative`, image);
    const video = (await ada.post(VIDEO, { model: 'vq1', images: [TINY_PNG] })).body.task_id;
    await app.api.post(VIDEO, { ...SMALL, images: [TINY_PNG] });
    await ada.post(`/tasks/${video}/cancel`);
    expect((await ada.get('/usage')).body).toEqual({
      from: new Date(Date.parse(TODAY) - 29 * 86_400_000).toISOString().slice(0, 10),
      to: TODAY,
      group_by: ['day'],
      total: { tasks: 3, succeeded: 0, failed: 1, credits: 0, held: 80 },
      usage: [{ day: TODAY, tasks: 3, succeeded: 0, failed: 1, credits: 0, held: 80 }],
    });

    worker = await TestApp.join(app);
    for (const id of [relit, skin.body.data.task_id]) await endedTask(ada, id);
    const ended = { tasks: 1, succeeded: 1, failed: 0, held: 0 };
    const canceled = { tasks: 1, succeeded: 0, failed: 1, credits: 0, held: 0 };
    const own = { token_id: expect.any(String), token_name: expect.any(String), provider: 'local' };
    const other = { token_id: otherToken.id, token_name: 'other', provider: 'local' };
    const byKind = [
      { kind: 'image-relight', ...own, ...ended, credits: 22 },
      { kind: 'skin-enhancer-creative', ...other, ...ended, credits: 58 },
      { kind: 'video-start-end', ...own, ...canceled },
    ];
    expect((await groups('kind,token,provider')).body.usage).toEqual(byKind);
    await drain(worker);
    await makeAllDue(worker);
    await until(async () => (await waiting()).length === 0);
    expect((await groups('kind,token,provider')).body.usage).toEqual(byKind);
    expect((await ada.get('/usage')).body.total).toEqual({
      tasks: 3,
      succeeded: 2,
      failed: 1,
      credits: 80,
      held: 0,
    });
  });

  it('tells days and groups apart, and sums up what is asked for', async () => {
    const bob = await app.caller();
    const days = ['2026-03-01', '2026-03-01', '2026-03-02', '2026-03-31'];
    await transfers(bob, days);
    const api = app.api.as(bob);
    const march = await groups('day,provider', api, '/usage?from=2026-03-01&to=2026-03-30&');
    const row = { provider: 'elsewhere', failed: 0, credits: 0 };
    expect(march.body).toMatchObject({
      total: { tasks: 3, succeeded: 0, credits: 0, held: 21 },
      usage: [
        { ...row, day: '2026-03-01', tasks: 2, held: 14 },
        { ...row, day: '2026-03-02', tasks: 1, held: 7 },
      ],
    });
    const none = await groups('kind', api, '/usage?from=2025-01-01&to=2025-01-02&');
    expect(none.body).toMatchObject({ total: { tasks: 0, credits: 0 }, usage: [] });
  });

  it('is a table where one is asked for', async () => {
    const bob = await app.caller();
    await transfers(bob, ['2026-03-01', '2026-03-02']);
    const target = '/usage?from=2026-03-01&to=2026-03-02&group_by=day,kind';
    const table = await app.api.as(bob).get(target, { headers: { Accept: 'text/csv' } });
    expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(table.headers.get('content-disposition')).toBe(
      'attachment; filename="usage-2026-03-01-2026-03-02.csv"',
    );
    expect(table.bytes.toString()).toBe(
      'day,kind,tasks,succeeded,failed,credits,held\r\n' +
        '2026-03-01,image-relight,1,0,0,0,7\r\n2026-03-02,image-relight,1,0,0,0,7\r\n',
    );
    expect((await app.api.as(bob).get(`${target}&format=csv`)).bytes).toEqual(table.bytes);
    const json = await app.api.as(bob).get(`${target}&format=json`, { headers: { Accept: 'text/csv' } });
    expect(json.body.usage).toHaveLength(2);
  });

  it('shows an admin anyone, all, and those without a token', async () => {
    const bob = await app.caller();
    await transfers(bob, ['2026-05-05']);
    await transfers(undefined, ['2026-05-05']);
    const period = 'from=2026-05-05&to=2026-05-05&';
    const all = await groups('user,day', admin, `/admin/usage?${period}`);
    expect(all.body.usage).toEqual([
      expect.objectContaining({ user_id: bob.user.id, user_name: bob.user.name, day: '2026-05-05', held: 7 }),
      expect.objectContaining({ user_id: null, user_name: null, day: '2026-05-05', held: 7 }),
    ]);
    const one = await groups('day', admin, `/admin/usage?${period}user_id=${bob.user.id}&`);
    expect(one.body.total).toMatchObject({ tasks: 1, held: 7 });
    expect((await app.api.as(bob).get('/admin/usage')).status).toBe(403);
  });

  it('tells the same by whatever groups, before and after it was added up', async () => {
    const bob = await app.caller();
    const days = ['2026-06-05', '2026-06-05', '2026-06-07'];
    await transfers(bob, days);
    await transfers(bob, days, { kind: 'skin-enhancer-creative', tokenId: otherToken.id });
    await transfers(undefined, days);
    const lists = [
      ...['day', 'kind', 'provider', 'token', 'user', 'day,kind', 'kind,provider', 'user,day', 'token,day'],
      ...['user,token', 'user,kind', 'kind,token,provider', 'user,day,kind,token,provider'],
    ];
    const of = ['', `user_id=${bob.user.id}&`];
    const targets = of.flatMap((user) =>
      lists.map((list) => `/admin/usage?${user}from=2026-06-05&to=2026-06-07&group_by=${list}`),
    );
    const read = () => Promise.all(targets.map(async (target) => (await admin.get(target)).body));
    const before = await read();
    expect(before.map(({ total }) => total.tasks)).toEqual([9, 6].flatMap((tasks) => lists.map(() => tasks)));
    while ((await app.get(UsageRepository).addWaiting(NO_TRANSACTION, 100)) > 0);
    expect(await waiting()).toEqual([]);
    expect(await read()).toEqual(before);
  });

  it.each([
    ['group_by=user', 'group_by must be a list of day, kind, token, provider, each once'],
    ['group_by=day,day', 'each once'],
    ['from=2026-03-02&to=2026-03-01', 'from must not be after to, which is 2026-03-01'],
    ['from=2024-01-01&to=2026-03-01', 'from must be at most 365 days before to, which is 2026-03-01'],
    ['format=xml', 'format must be one of json, csv'],
  ])('refuses %s', async (query, message) => {
    const reply = await ada.get(`/usage?${query}`);
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('counts each transfer once, however many add up while it is read', async () => {
    const bob = await app.caller();
    await transfers(
      bob,
      Array.from({ length: 300 }, (_, index) => `2026-04-${10 + (index % 20)}`),
    );
    await rowsOf(
      app.databaseUrl,
      `insert into credit_transfers (id, type, debit_account, credit_account, amount, resolves, user_id)
       select gen_random_uuid(), case when n % 3 = 0 then 'void' else 'post' end, debit_account, credit_account,
              case when n % 3 = 0 then 0 else 5 end, id, user_id
         from (select *, row_number() over (order by id) as n from credit_transfers where user_id = $1) holds`,
      [bob.user.id],
    );
    const repository = app.get(UsageRepository);
    let isAdding = true;
    const adding = Promise.all(
      Array.from({ length: 3 }, async () => {
        while ((await repository.addWaiting(NO_TRANSACTION, 7)) > 0);
      }),
    ).finally(() => (isAdding = false));
    const totals = new Set<string>();
    while (isAdding)
      totals.add(
        JSON.stringify((await app.api.as(bob).get('/usage?from=2026-04-01&to=2026-04-30')).body.total),
      );
    await adding;
    expect([...totals].map((text) => JSON.parse(text))).toEqual([
      { tasks: 300, succeeded: 200, failed: 100, credits: 1000, held: 0 },
    ]);
    expect(await waiting()).toEqual([]);
  });

  /** Tasks of 7 credits that were accepted at noon of these days. */
  async function transfers(
    of: Caller | undefined,
    days: readonly string[],
    { kind = 'image-relight', tokenId = null as string | null } = {},
  ): Promise<void> {
    await rowsOf(
      app.databaseUrl,
      `insert into credit_transfers
         (id, type, debit_account, credit_account, amount, user_id, token_id, kind, provider, expires_at, created_at)
       select gen_random_uuid(), 'hold', coalesce($1::uuid, '00000000-0000-7000-8000-000000000001'),
              '00000000-0000-7000-8000-000000000003', 7, $1::uuid, $4, $3, 'elsewhere', now() + interval '1 hour',
              (day || 'T12:00Z')::timestamptz
         from unnest($2::text[]) as day`,
      [of?.user.id ?? null, days, kind, tokenId],
    );
  }
});
