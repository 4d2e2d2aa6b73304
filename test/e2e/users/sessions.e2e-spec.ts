import { randomUUID } from 'node:crypto';
import { type ApiClient, type Caller, type Reply, TestApp } from '../../support/test-app.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const POLL_MS = 50;
/** The promise of the service: within this time a session has ended on every process. */
const END_DEADLINE_MS = 5_000;
const COOKIE = /^atelier_session=(ses_[0-9A-Za-z]{43}); Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/;

/** A page of the service itself, as a browser says it. */
const OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' };

/** The text that the reply puts in the cookie; undefined when it sets none. */
function textOf({ headers }: Reply): string | undefined {
  return COOKIE.exec(headers.getSetCookie().find((one) => one.startsWith('atelier')) ?? '')?.[1];
}

/** A browser with the cookie, on a page of the service. */
class Browser {
  constructor(
    readonly api: ApiClient,
    readonly text: string,
    readonly cookieName = 'atelier_session',
  ) {}

  call(method: string, target: string, body?: unknown, headers: Record<string, string> = OWN_PAGE) {
    const cookie = `theme=dark; ${this.cookieName}=${this.text}`;
    return this.api.call(method, target, body, { headers: { cookie, ...headers } });
  }

  get(target: string): Promise<Reply> {
    return this.call('GET', target);
  }
}

describe('sessions', () => {
  let app: TestApp;
  let other: TestApp;
  let ada: Caller;

  beforeAll(async () => {
    app = await TestApp.start();
    other = await TestApp.join(app);
    ada = await app.caller({ name: 'Ada' });
  });
  afterAll(async () => {
    await other.stop();
    await app.stop();
  });

  async function signIn(by: object, api: ApiClient = app.api): Promise<Browser> {
    const reply = await api.post('/session', by, { headers: OWN_PAGE });
    expect([reply.status, textOf(reply)]).toEqual([201, expect.any(String)]);
    return new Browser(app.api, textOf(reply) ?? '');
  }

  const statusOf = async (browser: Browser): Promise<number> => (await browser.get('/users')).status;

  /** What the other process answers in the end. */
  async function statusElsewhere({ text }: Browser): Promise<number> {
    const browser = new Browser(other.api, text);
    const deadline = Date.now() + END_DEADLINE_MS;
    let status = 200;
    while (status === 200 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      status = await statusOf(browser);
    }
    return status;
  }

  it('begin with a token, and let the browser do what the token can', async () => {
    const reply = await app.api.post(
      '/session',
      { token: ada.token },
      {
        headers: {
          ...OWN_PAGE,
          'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0',
        },
      },
    );
    expect(reply).toMatchObject({
      status: 201,
      body: {
        id: ada.user.id,
        name: 'Ada',
        isAdmin: false,
        scopes: ['media', 'registry:read', 'registry:write'],
        publisher_id: null,
        expires_at: expect.any(String),
      },
    });
    const days = (Date.parse(reply.body.expires_at) - Date.now()) / DAY_MS;
    expect([days > 6.9, days <= 7]).toEqual([true, true]);
    const browser = new Browser(app.api, textOf(reply) ?? '');
    expect((await browser.get('/session')).body).toEqual(reply.body);
    expect((await browser.get('/users')).body).toMatchObject({ id: ada.user.id });
    expect((await browser.get('/tasks')).status).toBe(200);
    const tokens = (await browser.get('/users/tokens')).body;
    expect(tokens).toEqual([
      expect.objectContaining({
        id: reply.body.token_id,
        kind: 'session',
        name: 'console session',
        description: 'Firefox on Linux',
        parent_id: tokens[1].id,
      }),
      expect.objectContaining({ kind: 'token', name: 'test' }),
    ]);
  });

  it('begin with an invitation, once, and with nothing else', async () => {
    const admin = await app.caller({ isAdmin: true });
    const person = { name: 'Grace', email: 'grace@example.com', isAdmin: true };
    const { id, invitation } = (await app.api.as(admin).post('/admin/users', person)).body;
    const browser = await signIn({ invitation: invitation.code });
    expect((await browser.get('/session')).body).toMatchObject({ id, isAdmin: true });
    expect((await browser.get('/admin/users')).status).toBe(200);
    const again = await app.api.post('/session', { invitation: invitation.code });
    expect(again).toMatchObject({ status: 409, body: { error: 'invitation_used' } });
    const refusals = await Promise.all(
      [{ invitation: 'inv_none' }, { token: 'atl_none' }, {}, { token: ada.token, invitation: 'x' }].map(
        (by) => app.api.post('/session', by),
      ),
    );
    expect(refusals.map(({ status }) => status)).toEqual([404, 401, 400, 400]);
    expect(refusals.map(textOf)).toEqual([undefined, undefined, undefined, undefined]);
    expect(refusals[3]?.body.message).toContain('token or invitation');
  });

  it('end by an invitation only when the request says so', async () => {
    const admin = await app.caller({ isAdmin: true });
    const mallory = { name: 'Mallory', email: 'mallory@example.com' };
    const { id, invitation } = (await app.api.as(admin).post('/admin/users', mallory)).body;
    const before = await signIn({ token: ada.token });
    const by = { invitation: invitation.code };
    for (const body of [by, { ...by, replace_session: false }, { invitation: 'inv_none' }]) {
      const refused = await before.call('POST', '/session', body);
      expect(refused).toMatchObject({ status: 409, body: { error: 'signed_in_already' } });
      expect(textOf(refused)).toBeUndefined();
    }
    expect((await before.get('/session')).body.id).toBe(ada.user.id);
    const reply = await before.call('POST', '/session', { ...by, replace_session: true });
    expect([reply.status, reply.body.id]).toEqual([201, id]);
    expect(await statusOf(before)).toBe(401);
    expect((await new Browser(app.api, textOf(reply) ?? '').get('/session')).body.id).toBe(id);
  });

  it('are bound as their token is', async () => {
    const bound = await app.caller({ scopes: ['registry:read'], publisherId: 'elsewhere' });
    const browser = await signIn({ token: bound.token });
    expect((await browser.get('/session')).body).toMatchObject({
      scopes: ['registry:read'],
      publisher_id: 'elsewhere',
    });
    expect((await browser.get('/tasks')).body.error).toBe('insufficient_scope');
  });

  it('are needed to see one, and no stranger text will do', async () => {
    expect((await app.api.get('/session')).status).toBe(204);
    const guessed = new Browser(app.api, `ses_${'x'.repeat(43)}`);
    expect(await guessed.get('/users')).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    // Public pages stay available to a browser whose session has ended.
    expect((await guessed.get('/nodes')).status).toBe(200);
  });

  it('have a text that is no bearer token, and tokens are no sessions', async () => {
    const { text } = await signIn({ token: ada.token });
    expect((await app.api.as(text).get('/users')).status).toBe(401);
    expect((await app.api.get('/users', { headers: { 'X-API-Key': text } })).status).toBe(401);
    expect((await app.api.post('/session', { token: text })).status).toBe(401);
    expect(await statusOf(new Browser(app.api, ada.token))).toBe(401);
  });

  it('count where no token is sent only', async () => {
    const bob = await app.caller({ name: 'Bob' });
    const browser = await signIn({ token: ada.token });
    const reply = await browser.call('GET', '/users', undefined, {
      ...OWN_PAGE,
      authorization: `Bearer ${bob.token}`,
    });
    expect(reply.body.name).toBe('Bob');
    const bad = { ...OWN_PAGE, authorization: 'Bearer atl_none' };
    expect((await browser.call('GET', '/users', undefined, bad)).status).toBe(401);
  });

  it('end with a sign-out, everywhere', async () => {
    const browser = await signIn({ token: ada.token });
    expect(await statusOf(new Browser(other.api, browser.text))).toBe(200);
    const out = await browser.call('DELETE', '/session');
    expect(out.status).toBe(204);
    expect(out.headers.getSetCookie()).toEqual([
      'atelier_session=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
    ]);
    expect(await statusOf(browser)).toBe(401);
    expect(await statusElsewhere(browser)).toBe(401);
    // The token that started it stays valid, and signing out twice is no error.
    expect((await app.api.as(ada).get('/users')).status).toBe(200);
    expect((await browser.call('DELETE', '/session')).status).toBe(204);
  });

  it('end with their token, and by the list of tokens, everywhere', async () => {
    const bob = await app.caller();
    const made = (await app.api.as(bob).post('/users/tokens', { name: 'laptop' })).body;
    const byToken = await signIn({ token: made.token });
    const listed = await signIn({ token: bob.token });
    for (const { text } of [byToken, listed]) expect(await statusOf(new Browser(other.api, text))).toBe(200);
    await app.api.as(bob).delete(`/users/tokens/${made.id}`);
    const { token_id: id } = (await listed.get('/session')).body;
    expect((await app.api.as(bob).delete(`/users/tokens/${id}`)).status).toBe(204);
    expect(await Promise.all([byToken, listed].map(statusElsewhere))).toEqual([401, 401]);
  });

  it('end with the suspension of their user, everywhere', async () => {
    const [admin, bob] = [await app.caller({ isAdmin: true }), await app.caller()];
    const browser = await signIn({ token: bob.token });
    expect(await statusOf(new Browser(other.api, browser.text))).toBe(200);
    await app.api.as(admin).put(`/admin/users/${bob.user.id}`, { isSuspended: true });
    expect(await statusOf(browser)).toBe(401);
    expect(await statusElsewhere(browser)).toBe(401);
    expect((await app.api.post('/session', { token: bob.token })).status).toBe(401);
  });

  it('end when the browser signs in anew', async () => {
    const bob = await app.caller();
    const before = await signIn({ token: ada.token });
    const reply = await before.call('POST', '/session', { token: bob.token });
    const after = new Browser(app.api, textOf(reply) ?? '');
    expect((await after.get('/session')).body.id).toBe(bob.user.id);
    expect(await statusOf(before)).toBe(401);
  });

  it('are at most 20 of a user: the oldest makes room, and tokens are counted without them', async () => {
    const bob = await app.caller();
    const first = await signIn({ token: bob.token });
    const second = await signIn({ token: bob.token });
    for (let count = 0; count < 19; count += 1) await signIn({ token: bob.token });
    expect(await Promise.all([first, second].map(statusOf))).toEqual([401, 200]);
    expect((await app.api.as(bob).get('/users/tokens')).body).toHaveLength(21);
  });

  it('make tokens that outlive them, but not the token that began them', async () => {
    const bob = await app.caller();
    const laptop = (await app.api.as(bob).post('/users/tokens', { name: 'laptop' })).body;
    const browser = await signIn({ token: laptop.token });
    const made = await browser.call('POST', '/users/tokens', { name: 'ci', scopes: ['media'] });
    expect(made).toMatchObject({ status: 201, body: { parent_id: laptop.id, expires_at: null } });
    await browser.call('DELETE', '/session');
    expect((await app.api.as(made.body.token as string).get('/users')).status).toBe(200);
    await app.api.as(bob).delete(`/users/tokens/${laptop.id}`);
    expect((await app.api.as(made.body.token as string).get('/users')).status).toBe(401);
  });

  it('are the callers of requests with a key, whose replies are kept for them', async () => {
    const browser = await signIn({ token: ada.token });
    const headers = { ...OWN_PAGE, 'Idempotency-Key': randomUUID() };
    const make = () => browser.call('POST', '/users/tokens', { name: 'once' }, headers);
    const [first, again] = [await make(), await make()];
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('are no reason to keep what they see for others', async () => {
    const browser = await signIn({ token: ada.token });
    const reply = await browser.get('/nodes');
    expect(reply.headers.get('cache-control')).toBe('private, no-cache');
    expect(reply.headers.get('vary')).toContain('Cookie');
    expect((await app.api.get('/nodes')).headers.get('cache-control')).toMatch(/^public/);
  });

  describe('on requests that pages of other sites cause', () => {
    const host = () => new URL(app.api.baseUrl).host;
    it.each([
      ['same-origin', undefined, 200, 201],
      ['same-site', undefined, 401, 403],
      ['cross-site', undefined, 401, 403],
      ['none', undefined, 401, 403],
      ['cross-site', 'own', 401, 403],
      ['same-origin', 'own', 200, 201],
      [undefined, undefined, 200, 403],
      [undefined, 'own', 200, 201],
      [undefined, 'https://evil.example', 401, 403],
      [undefined, 'null', 401, 403],
    ])('from %s with the origin %s read with %d and write with %d', async (site, origin, read, write) => {
      const browser = await signIn({ token: ada.token });
      const headers = {
        ...(site === undefined ? {} : { 'Sec-Fetch-Site': site }),
        ...(origin === undefined ? {} : { Origin: origin === 'own' ? `http://${host()}` : origin }),
      };
      expect((await browser.call('GET', '/users', undefined, headers)).status).toBe(read);
      const written = await browser.call('POST', '/users/tokens', { name: 'x' }, headers);
      expect(written.status).toBe(write);
      if (write === 403) expect(written.body.error).toBe('cross_site_request');
      const left = await browser.call('DELETE', '/session', undefined, headers);
      expect(left.status).toBe(write === 403 ? 403 : 204);
    });

    it('cannot sign the browser in as somebody else', async () => {
      const by = { token: ada.token };
      const foreign: Record<string, string>[] = [
        { 'Sec-Fetch-Site': 'cross-site' },
        { Origin: 'https://evil.example' },
      ];
      for (const headers of foreign)
        expect(await app.api.post('/session', by, { headers })).toMatchObject({
          status: 403,
          body: { error: 'cross_site_request' },
        });
      expect((await app.api.post('/session', by)).status).toBe(201);
    });
  });
});

describe('the text of a session', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await TestApp.start();
  });
  afterEach(() => app.stop());

  async function signIn(): Promise<Browser> {
    const { token } = await app.caller();
    return new Browser(app.api, textOf(await app.api.post('/session', { token })) ?? '');
  }

  it('is renewed once a day by a request that reads, and serves a minute longer', async () => {
    const browser = await signIn();
    expect(textOf(await browser.get('/session'))).toBeUndefined();
    app.passTime(DAY_MS);
    const written = await browser.call('POST', '/users/tokens', { name: 'x' });
    expect([written.status, textOf(written)]).toEqual([201, undefined]);
    const replies = await Promise.all([1, 2, 3, 4].map(() => browser.get('/session')));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const texts = replies.flatMap((reply) => textOf(reply) ?? []);
    expect(texts).toHaveLength(1);
    const renewed = new Browser(app.api, texts[0] ?? '');
    expect(renewed.text).not.toBe(browser.text);
    for (const one of [browser, renewed])
      expect([(await one.get('/session')).status, textOf(await one.get('/session'))]).toEqual([
        200,
        undefined,
      ]);
    app.passTime(MINUTE_MS);
    expect((await browser.get('/users')).status).toBe(401);
    expect((await renewed.get('/session')).status).toBe(200);
  });

  it('serves for a week after its last use', async () => {
    const browser = await signIn();
    app.passTime(7 * DAY_MS - MINUTE_MS);
    expect((await browser.get('/session')).status).toBe(200);
    const second = await signIn();
    app.passTime(7 * DAY_MS + MINUTE_MS);
    expect((await second.get('/users')).status).toBe(401);
  });
});

describe('a session that is used every day', () => {
  it('moves its end on, up to thirty days after signing in', async () => {
    const app = await TestApp.start();
    const { token } = await app.caller();
    let text = textOf(await app.api.post('/session', { token })) ?? '';
    const ends: number[] = [];
    const began = Date.now();
    try {
      for (const day of [6, 12, 18, 24, 29, 31]) {
        // What was used is written when a process ends.
        const next = await TestApp.join(app);
        next.passTime(day * DAY_MS);
        const reply = await new Browser(next.api, text).get('/session');
        ends.push(
          reply.status === 200 ? Math.round((Date.parse(reply.body.expires_at) - began) / DAY_MS) : 0,
        );
        text = textOf(reply) ?? text;
        await next.stop();
      }
    } finally {
      await app.stop();
    }
    expect(ends).toEqual([7, 13, 19, 25, 30, 0]);
  });
});

describe('a service that is reached by https', () => {
  it('has a cookie that goes to it alone, and by https only', async () => {
    const app = await TestApp.start({ BASE_URL: 'https://atelier.example' });
    try {
      const { token } = await app.caller();
      const reply = await app.api.post('/session', { token });
      const [cookie = ''] = reply.headers.getSetCookie();
      expect(cookie).toMatch(/^__Host-atelier_session=ses_\w+; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
      const text = /=(\w+);/.exec(cookie)?.[1] ?? '';
      const browser = new Browser(app.api, text, '__Host-atelier_session');
      const origin = (Origin: string) => ({ Origin });
      const post = (headers: Record<string, string>) =>
        browser.call('POST', '/users/tokens', { name: 'x' }, headers);
      expect((await post(origin('https://atelier.example'))).status).toBe(201);
      expect((await post(origin('https://www.atelier.example'))).status).toBe(403);
      expect((await new Browser(app.api, text).get('/users')).status).toBe(401);
    } finally {
      await app.stop();
    }
  });
});

describe('guessing at the sign-in', () => {
  it('is slowed down like guessing tokens', async () => {
    const app = await TestApp.start({ RATE_LIMIT: '1000', RATE_LIMIT_FAILED_TOKENS: '3' });
    try {
      const statuses: number[] = [];
      for (const by of [
        { token: 'a' },
        { invitation: 'b' },
        { token: 'c' },
        { token: 'd' },
        { invitation: 'e' },
      ])
        statuses.push((await app.api.post('/session', by)).status);
      expect(statuses).toEqual([401, 404, 401, 429, 429]);
    } finally {
      await app.stop();
    }
  });
});
