import pg from 'pg';
import { type Caller, TestApp } from '../../support/test-app.js';

const POLL_MS = 50;
/** The promise of the service: within this time a revoked token has ended on every process. */
const REVOCATION_DEADLINE_MS = 5_000;

describe('the check of a token', () => {
  let first: TestApp;
  let second: TestApp;

  beforeAll(async () => {
    first = await TestApp.start();
    second = await TestApp.start({ DATABASE_URL: first.databaseUrl });
  });
  afterAll(async () => {
    await second.stop();
    await first.stop();
  });

  /** What the other process answers to the token in the end. */
  async function statusAtDeadline(token: string): Promise<number> {
    const deadline = Date.now() + REVOCATION_DEADLINE_MS;
    let status = 200;
    while (status === 200 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      ({ status } = await second.api.as(token).get('/users'));
    }
    return status;
  }

  it('asks the database once, and no more while it is warm', async () => {
    const ada = await first.caller();
    const query = jest.spyOn(pg.Client.prototype, 'query');
    try {
      const lookups = () =>
        query.mock.calls.filter(([sql]) => JSON.stringify(sql).includes('access_tokens t join')).length;
      await first.api.as(ada).get('/users');
      expect(lookups()).toBe(1);
      for (let call = 0; call < 20; call += 1) await first.api.as(ada).get('/users');
      expect(lookups()).toBe(1);
    } finally {
      query.mockRestore();
    }
  });

  it('ends a revoked token and those that it made on the other process within 5 seconds', async () => {
    const ada = await first.caller();
    const make = async (by: Caller | string) =>
      (await first.api.as(by).post('/users/tokens', { name: 'x', scopes: ['media'] })).body;
    const { id, token } = await make(ada);
    const child = await make(token);
    for (const one of [token, child.token]) expect((await second.api.as(one).get('/users')).status).toBe(200);
    await first.api.as(ada).delete(`/users/tokens/${id}`);
    const ended = Promise.all([token, child.token].map((one: string) => statusAtDeadline(one)));
    expect(await ended).toEqual([401, 401]);
  });

  it('ends the tokens of a suspended user on the other process within 5 seconds', async () => {
    const [admin, ada] = [await first.caller({ isAdmin: true }), await first.caller()];
    expect((await second.api.as(ada).get('/users')).status).toBe(200);
    const suspended = await first.api.as(admin).put(`/admin/users/${ada.user.id}`, { isSuspended: true });
    expect(suspended.body.isSuspended).toBe(true);
    expect(await statusAtDeadline(ada.token)).toBe(401);
  });

  it('writes the time of the last use when the process ends', async () => {
    const third = await TestApp.start({ DATABASE_URL: first.databaseUrl });
    const ada = await first.caller();
    await third.api.as(ada).get('/users');
    await third.stop();
    const [token] = (await first.api.as(ada).get('/users/tokens')).body;
    expect(Date.parse(token.last_used_at)).toBeGreaterThanOrEqual(Date.parse(token.created_at));
  });
});
