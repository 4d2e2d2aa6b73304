import { contractProblem } from '../../support/api-contract.js';
import { endedTask } from '../../support/ended-task.js';
import { type ApiClient, type Reply, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';
import { TINY_PNG } from '../rights/tiny-png.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const PRICE = 22;

describe('a correction of what was spent of a grant', () => {
  let app: TestApp;
  let admin: ApiClient;
  let ada: ApiClient;
  let user: string;
  let grant: string;

  beforeAll(async () => {
    app = await TestApp.start();
    admin = app.api.as(await app.caller({ isAdmin: true }));
  });
  beforeEach(async () => {
    const caller = await app.caller();
    ada = app.api.as(caller);
    user = `/admin/users/${caller.user.id}`;
    grant = (await admin.post(`${user}/grants`, { amount: 30 })).body.id;
    const { data } = (await ada.post(RELIGHT, { image: TINY_PNG })).body;
    await endedTask(ada, data.task_id);
  });
  afterEach(async () => {
    expect((await admin.get('/admin/ledger/check')).body).toMatchObject({ balanced: true });
  });
  afterAll(() => app.stop());

  const correct = (credits: number, reason = 'The picture was broken'): Promise<Reply> =>
    admin.post(`${user}/grants/${grant}/corrections`, { credits, reason });

  it('gives back, and takes more, as entries of their own', async () => {
    const entries = (await ada.get('/credits/statement')).body.entries;
    const back = await correct(-PRICE);
    expect([back.status, back.body]).toEqual([
      201,
      expect.objectContaining({ id: grant, amount: 30, available: 30, held: 0, spent: 0, expired: 0 }),
    ]);
    expect((await correct(5)).body).toMatchObject({ available: 25, spent: 5 });
    const reply = await ada.get('/credits/statement');
    expect(contractProblem('GET /credits/statement', reply)).toBeUndefined();
    expect(reply.body.entries.slice(0, 2)).toMatchObject([
      { type: 'correction', amount: 5, grant_id: grant, task_id: null },
      { type: 'correction', amount: -PRICE, grant_id: grant, task_id: null },
    ]);
    expect(reply.body.entries.slice(2)).toEqual(entries);
    const { entries: acts } = (await admin.get('/admin/audit?action=user.correct_credits&limit=2')).body;
    expect(acts[1]).toMatchObject({
      reason: 'The picture was broken',
      before: { grant, available: 8, spent: PRICE },
      after: { grant, available: 30, spent: 0 },
    });
  });

  it.each<[number, number, string]>([
    [9, 409, 'Only 8 credits of the grant are left.'],
    [-23, 409, 'Only 22 credits of the grant are spent.'],
    [0, 400, 'credits must not be 0'],
  ])('of %d credits is refused', async (credits, status, message) => {
    const before = (await ada.get('/credits')).body;
    const reply = await correct(credits);
    expect([reply.status, reply.body.message]).toEqual([status, expect.stringContaining(message)]);
    expect((await ada.get('/credits')).body).toEqual(before);
  });

  it('needs a reason, an admin, and a grant of this user', async () => {
    expect((await correct(1, '')).body.message).toContain('reason');
    const body = { credits: -1, reason: 'Mine' };
    expect((await ada.post(`${user}/grants/${grant}/corrections`, body)).status).toBe(403);
    const other = (await app.caller()).user.id;
    const reply = await admin.post(`/admin/users/${other}/grants/${grant}/corrections`, body);
    expect(reply).toMatchObject({ status: 404, body: { error: 'grant_not_found' } });
  });

  it('never goes beyond what there is, however many race, nor where the service is passed by', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => correct(-5)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 409, 409]);
    expect((await ada.get('/credits')).body).toMatchObject({ available: 28, spent: 2 });
    const passedBy = rowsOf(
      app.databaseUrl,
      `insert into credit_transfers (id, type, debit_account, credit_account, amount, user_id, grant_id)
       select gen_random_uuid(), 'correction', credit_account, debit_account, 3, user_id, $1
       from credit_transfers where type = 'post' and user_id = (select user_id from credit_grants where id = $1)`,
      [grant],
    );
    await expect(passedBy).rejects.toThrow('ck_credit_grants_parts');
  });
});
