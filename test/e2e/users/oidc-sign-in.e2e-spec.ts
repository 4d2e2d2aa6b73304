import { type Reply, TestApp } from '../../support/test-app.js';
import { FakeIssuer } from './fake-issuer.js';

const CLIENT = 'atelier-console';
const SECRET = 'hush-4711';
const AUDIENCE = 'atelier-tests';

class Jar {
  private readonly cookies = new Map<string, string>();

  keep(reply: Reply): Reply {
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return reply;
  }

  get headers(): Record<string, string> {
    return { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
  }
}

describe('signing in at an issuer', () => {
  let issuer: FakeIssuer;
  let app: TestApp;

  beforeAll(async () => {
    issuer = await FakeIssuer.start();
    app = await TestApp.start({
      OIDC_ISSUER: issuer.url,
      OIDC_AUDIENCE: AUDIENCE,
      OIDC_CLIENT_ID: CLIENT,
      OIDC_CLIENT_SECRET: SECRET,
      OIDC_ADMIN_CLAIM: 'groups=atelier-admins',
    });
    await app.caller({ isAdmin: true });
  });
  afterAll(async () => {
    await app.stop();
    await issuer.close();
  });

  const location = ({ status, headers }: Reply): string => {
    expect(status).toBe(302);
    return headers.get('location') ?? '';
  };
  /** A link followed from the page of the issuer. */
  const FROM_ISSUER = { 'Sec-Fetch-Site': 'cross-site' };

  const begin = async (jar: Jar, query = ''): Promise<string> =>
    location(jar.keep(await app.api.get(`/session/oidc${query}`)));
  const comeBack = async (jar: Jar, address: string): Promise<string> =>
    location(jar.keep(await app.api.get(address, { headers: { ...jar.headers, ...FROM_ISSUER } })));
  /** The whole sign-in of a person; returns where it ends. */
  async function signIn(jar: Jar, claims: Record<string, unknown>, query = ''): Promise<string> {
    return comeBack(jar, local(issuer.signIn(await begin(jar, query), claims)));
  }
  const local = (address: string): string => new URL(address).pathname + new URL(address).search;
  const session = (jar: Jar): Promise<Reply> => app.api.get('/session', { headers: jar.headers });

  it('is a way that the service names', async () => {
    const { body } = await app.api.get('/session/methods');
    expect(body).toEqual({ methods: ['token', 'invitation', 'issuer'], issuer: new URL(issuer.url).host });
  });

  it('leads to the issuer with state, nonce and the challenge of PKCE', async () => {
    const page = new URL(await begin(new Jar()));
    expect(page.origin + page.pathname).toBe(`${issuer.url}/authorize`);
    const [length, again] = [/^.{43}$/, new URL(await begin(new Jar()))];
    expect(Object.fromEntries(page.searchParams)).toEqual({
      response_type: 'code',
      client_id: CLIENT,
      redirect_uri: expect.stringMatching(/^http:\/\/localhost:\d+\/session\/oidc\/callback$/),
      scope: 'openid profile email',
      state: expect.stringMatching(length),
      nonce: expect.stringMatching(length),
      code_challenge: expect.stringMatching(length),
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(again.searchParams.get(name)).not.toBe(page.searchParams.get(name));
  });

  it('signs the person in, and leads back to where they were', async () => {
    const jar = new Jar();
    const query = `?return_to=${encodeURIComponent('/console/registry?search=a#b')}`;
    const claims = { sub: 'ada', name: 'Ada', email: 'ada@issuer.example' };
    expect(await signIn(jar, claims, query)).toBe('/console/registry?search=a#b');
    expect((await session(jar)).body).toMatchObject({
      name: 'Ada',
      email: 'ada@issuer.example',
      isAdmin: false,
      scopes: ['media', 'registry:read', 'registry:write'],
    });
    const sent = atob(issuer.clients.at(-1)?.replace('Basic ', '') ?? '');
    // Both parts are encoded as in a form: RFC 6749 §2.3.1
    expect(sent.split(':').map(decodeURIComponent)).toEqual([CLIENT, SECRET]);
    // The same person comes with a JWT.
    const jwt = await issuer.jwt({ ...claims, aud: AUDIENCE });
    expect((await app.api.as(jwt).get('/users')).body.id).toBe((await session(jar)).body.id);
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/docs'])(
    'does not lead to %s afterwards',
    async (wanted) => {
      const query = `?return_to=${encodeURIComponent(wanted)}`;
      expect(await signIn(new Jar(), { sub: 'ada' }, query)).toBe('/console');
    },
  );

  const REFUSED = '/console/sign-in?problem=refused';

  it('is refused to another browser, to a second use, and with another state', async () => {
    const [ada, mallory] = [new Jar(), new Jar()];
    const address = local(issuer.signIn(await begin(ada), { sub: 'mallory' }));
    expect(await comeBack(mallory, address)).toBe(REFUSED);
    await begin(mallory);
    expect(await comeBack(mallory, address)).toBe(REFUSED);
    expect(await comeBack(ada, address)).toBe('/console');
    expect(await comeBack(ada, address)).toBe(REFUSED);
    for (const spoil of [
      (link: string) => link.replace(/state=[^&]+/, 'state=other'),
      (link: string) => link.replace(/&state=[^&]+/, ''),
      (link: string) => link.replace(/code=[^&]+/, 'code=made-up'),
      (link: string) => link.replace(/\?.*/, '?error=access_denied'),
      (link: string) => link.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example'),
    ]) {
      const jar = new Jar();
      expect(await comeBack(jar, spoil(local(issuer.signIn(await begin(jar), { sub: 'x' }))))).toBe(REFUSED);
      expect((await session(jar)).status).toBe(204);
    }
  });

  it.each([
    ['another audience', { aud: 'elsewhere' }],
    ['another nonce', { nonce: 'x'.repeat(43) }],
    ['no nonce', { nonce: undefined }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['an end in the past', { exp: 1 }],
    ['a foreign signature', { forged: true }],
    ['no subject', { sub: undefined }],
  ])('is refused with a token of %s', async (_, change) => {
    expect(await signIn(new Jar(), { sub: 'ada', ...change })).toBe(REFUSED);
  });

  it('gives and withdraws the admin role by the claim, in the audit log, for JWTs as well', async () => {
    const jar = new Jar();
    const claims = { sub: 'grace', name: 'Grace' };
    await signIn(jar, { ...claims, groups: ['others', 'atelier-admins'] });
    const { body } = await session(jar);
    expect(body).toMatchObject({ isAdmin: true, scopes: expect.arrayContaining(['admin']) });
    const log = await app.api.get(`/admin/audit?target_id=${body.id}`, { headers: jar.headers });
    expect(log.body.entries).toEqual([
      expect.objectContaining({
        action: 'user.update',
        actor_id: body.id,
        reason: 'The claim of the issuer says so.',
        before: { isAdmin: false },
        after: { isAdmin: true },
      }),
    ]);
    const plain = await issuer.jwt({ ...claims, aud: AUDIENCE });
    expect((await app.api.as(plain).get('/users')).body).toMatchObject({ id: body.id, isAdmin: false });
    // The present session is no longer an admin's.
    expect((await session(jar)).body.isAdmin).toBe(false);
    const admin = await issuer.jwt({ ...claims, aud: AUDIENCE, groups: ['atelier-admins'] });
    expect((await app.api.as(admin).get('/admin/users')).status).toBe(200);
  });

  it('is closed to who is suspended', async () => {
    const jar = new Jar();
    await signIn(jar, { sub: 'lin' });
    const { id } = (await session(jar)).body;
    const admin = await app.caller({ isAdmin: true });
    await app.api.as(admin).put(`/admin/users/${id}`, { isSuspended: true });
    expect((await session(jar)).status).toBe(204);
    expect(await signIn(jar, { sub: 'lin' })).toBe('/console/sign-in?problem=suspended');
  });
});

describe('an issuer of people', () => {
  it('does not take the role of the last admin away', async () => {
    const issuer = await FakeIssuer.start();
    const settings = { OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: AUDIENCE, OIDC_ADMIN_CLAIM: 'is_admin' };
    const app = await TestApp.start(settings);
    try {
      const users = async (claims: object) =>
        app.api.as(await issuer.jwt({ aud: AUDIENCE, sub: 'ada', ...claims })).get('/users');
      expect((await users({ is_admin: true })).body.isAdmin).toBe(true);
      expect((await users({})).body.isAdmin).toBe(true);
      await users({ sub: 'bob', is_admin: true });
      expect((await users({ jti: 'again' })).body.isAdmin).toBe(false);
    } finally {
      await app.stop();
      await issuer.close();
    }
  });

  it('leads back with a word when it cannot be reached, and is no way where none is set', async () => {
    const away = await TestApp.start({
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_AUDIENCE: AUDIENCE,
      OIDC_CLIENT_ID: CLIENT,
    });
    const none = await TestApp.start();
    try {
      const { status, headers } = await away.api.get('/session/oidc');
      expect([status, headers.get('location')]).toEqual([302, '/console/sign-in?problem=unavailable']);
      expect(await none.api.get('/session/oidc')).toMatchObject({
        status: 404,
        body: { error: 'issuer_not_configured' },
      });
      const { body } = await none.api.get('/session/methods');
      expect(body).toEqual({ methods: ['token', 'invitation'], issuer: null });
    } finally {
      await away.stop();
      await none.stop();
    }
  });
});
