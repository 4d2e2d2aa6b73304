import { ProbeModule } from '../../support/probe.module.js';
import { TestApp } from '../../support/test-app.js';

const LIMITS = { RATE_LIMIT: '5', RATE_LIMIT_ANONYMOUS: '3', RATE_LIMIT_FAILED_TOKENS: '2' };
const WINDOW_MS = 60_000;

/** The counts start again with each minute of the clock; a test must not begin at its very end. */
async function awayFromTheEndOfTheMinute(): Promise<void> {
  const leftMs = WINDOW_MS - (Date.now() % WINDOW_MS);
  if (leftMs < 8_000) await new Promise((resolve) => setTimeout(resolve, leftMs + 100));
}

describe('rate limits', () => {
  let app: TestApp;
  let others: TestApp[];

  beforeEach(async () => {
    await awayFromTheEndOfTheMinute();
    others = [];
    app = await TestApp.start({ ...LIMITS, TRUST_PROXY_HOPS: '1' }, { modules: [ProbeModule] });
  });
  afterEach(async () => {
    for (const other of others) await other.stop();
    await app.stop();
  });

  const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

  it('counts per token and tells where the caller stands', async () => {
    const ada = app.api.as(await app.caller());
    const bob = app.api.as(await app.caller());
    const cal = await app.caller();
    const first = await ada.get('/users');
    expect(first.headers.get('ratelimit-policy')).toBe('"token";q=5;w=60, "user";q=15;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"token";r=4;t=(\d+), "user";r=14;t=\1$/);
    for (let n = 2; n <= 5; n += 1) expect((await ada.get('/users')).status).toBe(200);
    const over = await ada.get('/users');
    expect(over).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
    expect(Object.keys(over.body)).toEqual(['error', 'message']);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(over.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(over.headers.get('ratelimit')).toMatch(/^"token";r=0;t=\d+$/);
    // Refused requests do not count against the user's other tokens.
    const { body } = await app.api.as(cal).post('/users/tokens', { name: 'other' });
    for (let n = 1; n <= 20; n += 1) await app.api.as(cal).get('/users');
    expect((await app.api.as(body.token).get('/users')).headers.get('ratelimit')).toContain('"user";r=9;');
    expect((await bob.get('/users')).status).toBe(200);
  });

  it('counts all tokens of a user together', async () => {
    const ada = await app.caller();
    const made = await Promise.all(
      [1, 2, 3, 4].map((n) => app.api.as(ada).post('/users/tokens', { name: `n${n}` })),
    );
    const statuses: number[] = [];
    for (const { body } of made) {
      for (let n = 1; n <= 4; n += 1) statuses.push((await app.api.as(body.token).get('/users')).status);
    }
    // Four requests went into making the tokens.
    expect(statuses).toEqual([...Array(11).fill(200), ...Array(5).fill(429)]);
    const over = await app.api.as(made[3]?.body.token).get('/users');
    expect(over.body.message).toMatch(/^Your tokens together sent more than 15 requests in 60 seconds\./);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(over.headers.get('ratelimit')).toMatch(/^"token";r=0;t=(\d+), "user";r=0;t=\1$/);
    expect((await app.api.as(await app.caller()).get('/users')).status).toBe(200);
  });

  it('counts callers without a token per address, a whole /64 of IPv6 as one', async () => {
    for (let n = 1; n <= 3; n += 1) {
      expect((await app.api.get('/probe/items/1', from('203.0.113.7'))).status).toBe(200);
      expect((await app.api.get('/probe/items/1', from(`2001:db8:1:2::${n}`))).status).toBe(200);
    }
    const over = await app.api.get('/probe/items/1', from('203.0.113.7'));
    expect(over.status).toBe(429);
    expect(over.headers.get('ratelimit-policy')).toBe('"address";q=3;w=60');
    expect((await app.api.get('/probe/items/1', from('2001:db8:1:2:ffff::9'))).status).toBe(429);
    expect((await app.api.get('/probe/items/1', from('203.0.113.8'))).status).toBe(200);
    expect((await app.api.get('/probe/items/1', from('2001:db8:1:3::1'))).status).toBe(200);
  });

  it('limits wrong tokens per address without holding up right ones', async () => {
    const ada = await app.caller();
    const statuses: number[] = [];
    for (const guess of ['a', 'b', 'c', 'd']) {
      statuses.push((await app.api.as(`atl_${guess.repeat(43)}`).get('/users', from('203.0.113.9'))).status);
    }
    expect(statuses).toEqual([401, 401, 429, 429]);
    expect((await app.api.as(ada).get('/users', from('203.0.113.9'))).status).toBe(200);
    expect((await app.api.as('wrong').get('/users', from('203.0.113.10'))).status).toBe(401);
  });

  it('lets processes add up what they have seen', async () => {
    const ada = await app.caller();
    const other = await TestApp.join(app, { ...LIMITS, TRUST_PROXY_HOPS: '1' });
    others.push(other);
    // Two starts take seconds on a busy machine.
    await awayFromTheEndOfTheMinute();
    // A process shares its counts a second after its first request; the second one to do so learns of both.
    for (const { api } of [app, other]) {
      for (let n = 1; n <= 3; n += 1) expect((await api.as(ada).get('/users')).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect((await other.api.as(ada).get('/users')).status).toBe(429);
    expect((await app.api.as(ada).get('/users')).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect((await app.api.as(ada).get('/users')).status).toBe(429);
  });

  it('takes a limit of users beside that of tokens, or none', async () => {
    for (const [limit, policy] of [
      ['2', '"token";q=5;w=60, "user";q=2;w=60'],
      ['off', '"token";q=5;w=60'],
    ] as const) {
      const other = await TestApp.start({ ...LIMITS, RATE_LIMIT_USER: limit });
      others.push(other);
      const reply = await other.api.as(await other.caller()).get('/users');
      expect(reply.headers.get('ratelimit-policy')).toBe(policy);
    }
  });

  it('counts nothing when it is off', async () => {
    const open = await TestApp.start({ RATE_LIMIT: 'off' }, { modules: [ProbeModule] });
    others.push(open);
    for (let n = 1; n <= 10; n += 1) {
      const reply = await open.api.get('/probe/items/1');
      expect([reply.status, reply.headers.get('ratelimit')]).toEqual([200, null]);
    }
  });
});
