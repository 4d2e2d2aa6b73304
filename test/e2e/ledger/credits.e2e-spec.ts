import sharp from 'sharp';
import { ExpireGrantsJob } from '../../../libs/accounts/ledger/src/jobs/expire-grants.job.js';
import { contractProblem } from '../../support/api-contract.js';
import { endedTask } from '../../support/ended-task.js';
import { type ApiClient, type Caller, type Reply, TestApp } from '../../support/test-app.js';

const SKIN = '/proxy/imgprov/v1/ai/skin-enhancer/creative';
const PRICE = 58;
const DAY_MS = 24 * 60 * 60 * 1_000;

describe('credits', () => {
  let app: TestApp;
  let admin: ApiClient;
  let image: string;
  let caller: Caller;
  let user: ApiClient;
  let path: string;

  beforeAll(async () => {
    app = await TestApp.start();
    admin = app.api.as(await app.caller({ isAdmin: true }));
    const create = { width: 8, height: 8, channels: 3 as const, background: '#886644' };
    image = (await sharp({ create }).png().toBuffer()).toString('base64');
  });
  beforeEach(async () => {
    caller = await app.caller();
    user = app.api.as(caller);
    path = `/admin/users/${caller.user.id}`;
  });
  afterEach(async () => {
    expect((await admin.get('/admin/ledger/check')).body).toMatchObject({ balanced: true });
  });
  afterAll(() => app.stop());

  const submit = (api = user): Promise<Reply> => api.post(SKIN, { image });

  async function spend(api = user): Promise<void> {
    const { data } = (await submit(api)).body;
    expect((await endedTask(api, data.task_id)).status).toBe('succeeded');
  }

  async function grant(terms: object): Promise<any> {
    const { status, body } = await admin.post(`${path}/grants`, terms);
    expect(status).toBe(201);
    return body;
  }

  it('are without end and limit until somebody decides otherwise', async () => {
    await spend();
    await spend();
    const reply = await user.get('/credits');
    expect(reply.body).toEqual({
      ...{ prepaid: false, granted: 0, available: 0, held: 0, spent: 0, expired: 0 },
      ...{ held_for_tasks: 0, open_tasks: 0, spent_on_tasks: 2 * PRICE, limits: [] },
    });
    const { entries } = (await user.get('/credits/statement')).body;
    expect(entries.map(({ change, balance }: any) => [change, balance])).toEqual([
      [0, null],
      [-PRICE, null],
      [0, null],
      [-PRICE, null],
    ]);
    expect(contractProblem('GET /credits', reply)).toBeUndefined();
  });

  it('that were granted are used by priority, and refused when they are used up', async () => {
    const later = await grant({ amount: 100, priority: 2, category: 'paid' });
    const first = await grant({ amount: 30, priority: 1, category: 'promotion', note: 'Welcome' });
    await spend();
    expect((await user.get('/credits')).body).toMatchObject({
      ...{ prepaid: true, granted: 130, available: 72, held: 0, spent: 58, expired: 0 },
    });
    const { grants } = (await admin.get(`${path}/grants`)).body;
    expect(grants.map(({ id, available, spent }: any) => ({ id, available, spent }))).toEqual([
      { id: first.id, available: 0, spent: 30 },
      { id: later.id, available: 72, spent: 28 },
    ]);
    await spend();
    const refused = await submit();
    expect([refused.status, refused.body]).toEqual([
      402,
      { error: 'credits_exhausted', message: `This costs ${PRICE} credits, but your balance is 14.` },
    ]);
  });

  it('that came after a refusal are used by the same call under the same key, once', async () => {
    await admin.put(`${path}/limits`, { total: PRICE - 1 });
    const repeat = (): Promise<Reply> =>
      user.post(SKIN, { image }, { headers: { 'Idempotency-Key': 'a-day-long' } });
    for (let n = 1; n <= 2; n += 1) expect(await repeat()).toMatchObject({ status: 402 });
    await admin.put(`${path}/limits`, { total: PRICE });
    const replies = [await repeat(), await repeat()];
    expect(replies.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual([
      [200, null],
      [200, 'true'],
    ]);
    expect(replies[1]?.body).toEqual(replies[0]?.body);
    expect((await user.get('/credits')).body.limits).toMatchObject([{ used: PRICE }]);
  });

  it('of a grant end with it, and those that a task holds when it gives them back', async () => {
    await grant({ amount: PRICE, expires_at: new Date(Date.now() + DAY_MS).toISOString() });
    const kept = await grant({ amount: PRICE });
    const body = { model: 'vq2-turbo', images: [image], duration: 2, resolution: '1080p' };
    const video = (await user.post('/proxy/vidprov/start-end2video', body)).body;
    await admin.post(`${path}/grants/${kept.id}/void`, { reason: 'mistake' });
    expect((await admin.post(`${path}/grants/${kept.id}/void`, {})).status).toBe(409);
    expect((await user.get('/credits')).body).toMatchObject({
      ...{
        granted: 2 * PRICE,
        available: 2 * PRICE - video.credits - PRICE,
        held: video.credits,
        expired: PRICE,
      },
      ...{ held_for_tasks: video.credits, open_tasks: 1 },
    });
    app.passTime(2 * DAY_MS);
    try {
      expect((await submit()).status).toBe(402);
      expect((await user.post(`/tasks/${video.task_id}/cancel`)).status).toBe(200);
      expect((await user.get('/credits')).body).toMatchObject({
        ...{ granted: 2 * PRICE, available: 0, held: 0, spent: 0, expired: 2 * PRICE },
      });
    } finally {
      app.passTime(-2 * DAY_MS);
    }
  });

  it('are limited by day and month, from what was spent before', async () => {
    await spend();
    const set = await admin.put(`${path}/limits`, { day: 100, month: 1_000, reason: 'asked for' });
    expect(set.body.limits).toEqual([
      { token_id: null, period: 'day', allowed: 100, used: PRICE, left: 42, resets_at: nextDay() },
      expect.objectContaining({ period: 'month', used: PRICE, left: 942 }),
    ]);
    const refused = await submit();
    expect([refused.status, refused.body.message]).toEqual([
      402,
      `This costs ${PRICE} credits, but the balance of your daily limit of 100 is 42. It begins anew at 0:00 UTC.`,
    ]);
    app.passTime(DAY_MS);
    try {
      await spend();
    } finally {
      app.passTime(-DAY_MS);
    }
    expect((await admin.put(`${path}/limits`, {})).body).toEqual({ limits: [] });
    await spend();
  });

  it('of a token are limited together with those of tokens that it makes, and it cannot free itself', async () => {
    const made = (await user.post('/users/tokens', { name: 'limited', scopes: ['media'] })).body;
    const limits = `/users/tokens/${made.id}/limits`;
    expect((await user.put(limits, { total: 2 * PRICE })).status).toBe(200);
    const limited = app.api.as(made.token as string);
    const child = (await limited.post('/users/tokens', { name: 'child', scopes: ['media'] })).body;
    await spend(limited);
    await spend(app.api.as(child.token as string));
    for (const token of [made.token, child.token] as string[])
      expect((await submit(app.api.as(token))).body.error).toBe('credits_exhausted');
    const freeing = await limited.put(`/users/tokens/${child.id}/limits`, {});
    expect([freeing.status, freeing.body.error]).toEqual([403, 'token_limited']);
    await spend();
    expect((await user.get(limits)).body.limits).toEqual([
      { token_id: made.id, period: 'total', allowed: 2 * PRICE, used: 2 * PRICE, left: 0, resets_at: null },
    ]);
    expect((await limited.get('/credits')).body.limits).toHaveLength(1);
  });

  it('have a statement, page by page', async () => {
    await spend();
    const given = await grant({ amount: 1_000 });
    await spend();
    const video = { model: 'vq2-turbo', images: [image], duration: 2, resolution: '1080p' };
    const { task_id: canceled, credits } = (await user.post('/proxy/vidprov/start-end2video', video)).body;
    expect((await user.post(`/tasks/${canceled}/cancel`)).status).toBe(200);
    await admin.post(`${path}/grants/${given.id}/corrections`, { credits: 42, reason: 'broken' });
    const all = (await user.get('/credits/statement')).body.entries;
    expect(all.map(({ type, change, balance }: any) => [type, change, balance])).toEqual([
      ['correction', -42, 1_000 - PRICE - 42],
      ['void', credits, 1_000 - PRICE],
      ['hold', -credits, 1_000 - PRICE - credits],
      ['post', 0, 1_000 - PRICE],
      ['hold', -PRICE, 1_000 - PRICE],
      ['grant', 1_000, 1_000],
      // What no grant has paid.
      ['post', 0, null],
      ['hold', -PRICE, null],
    ]);
    expect((await user.get('/credits')).body).toMatchObject({ available: all[0].balance });
    const paged = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: any = await user.get(`/credits/statement?limit=3${cursor && `&cursor=${cursor}`}`);
      expect(contractProblem('GET /credits/statement', page)).toBeUndefined();
      paged.push(...page.body.entries);
      cursor = page.body.next_cursor;
    }
    expect(paged).toEqual(all);
  });

  it('have a statement that says what each entry is about', async () => {
    const given = await grant({ amount: 1_000 });
    await spend();
    const first = (await user.get('/credits/statement?limit=2')).body;
    const rest = (await user.get(`/credits/statement?limit=2&cursor=${first.next_cursor}`)).body;
    expect([...first.entries, ...rest.entries]).toMatchObject([
      { type: 'post', amount: PRICE, held: PRICE, kind: 'skin-enhancer-creative', grant_id: null },
      { type: 'hold', amount: PRICE, held: null, task_id: first.entries[0].task_id },
      { type: 'grant', amount: 1_000, grant_id: given.id, task_id: null },
    ]);
    expect(rest.next_cursor).toBeNull();
    expect((await admin.get(`${path}/credits/statement`)).body.entries).toHaveLength(3);
  });

  it('are an affair of admins, whose acts are in the audit log', async () => {
    expect((await user.post(`${path}/grants`, { amount: 5 })).status).toBe(403);
    const given = await grant({ amount: 5, reason: 'welcome' });
    await admin.put(`${path}/limits`, { total: 7 });
    await admin.put(`${path}/credits`, { prepaid: false, reason: 'trusted' });
    await admin.post(`${path}/grants/${given.id}/void`, { reason: 'mistake' });
    const { entries } = (await admin.get(`/admin/audit?target_id=${caller.user.id}`)).body;
    expect(entries).toMatchObject([
      { action: 'user.void_grant', reason: 'mistake', before: { available: 5 }, after: { available: 0 } },
      { action: 'user.set_prepaid', before: { prepaid: true }, after: { prepaid: false } },
      { action: 'user.set_credit_limits', before: {}, after: { total: 7 } },
      { action: 'user.grant_credits', reason: 'welcome', after: { amount: 5, grant: given.id } },
    ]);
    const wrong = await admin.post(`${path}/grants`, { amount: 0, expires_at: '2020-01-01T00:00:00Z' });
    expect([wrong.status, wrong.body.message]).toEqual([400, expect.stringContaining('amount must be')]);
    expect(
      (await admin.post(`${path}/grants`, { amount: 1, expires_at: '2020-01-01T00:00:00Z' })).status,
    ).toBe(400);
  });

  it('left over in ended grants go back to the issuer', async () => {
    await grant({ amount: 10, expires_at: new Date(Date.now() + DAY_MS).toISOString() });
    app.passTime(2 * DAY_MS);
    try {
      await app.get(ExpireGrantsJob).run();
      await app.get(ExpireGrantsJob).run();
    } finally {
      app.passTime(-2 * DAY_MS);
    }
    expect((await admin.get(`${path}/grants`)).body.grants).toMatchObject([
      { amount: 10, available: 0, expired: 10 },
    ]);
    expect((await user.get('/credits/statement')).body.entries).toMatchObject([
      { type: 'expiry', amount: 10 },
      { type: 'grant', amount: 10 },
    ]);
  });
});

function nextDay(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)).toISOString();
}
