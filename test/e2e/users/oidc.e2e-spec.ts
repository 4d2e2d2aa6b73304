import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { UsersService } from '#libs/accounts/users';
import { type LoopbackServer, startHttp } from '../../support/loopback-server.js';
import { TestApp } from '../../support/test-app.js';

type Key = Awaited<ReturnType<typeof generateKeyPair>> & { kid: string; alg: string };

const AUDIENCE = 'atelier-tests';

describe('JWTs of the configured issuer', () => {
  let app: TestApp;
  let server: LoopbackServer;
  let issuer: string;
  let published: JWK[] = [];
  let keyRequests = 0;
  let key: Key;

  async function newKey(kid: string, alg = 'RS256'): Promise<Key> {
    return { ...(await generateKeyPair(alg)), kid, alg };
  }

  async function publish(...keys: Key[]): Promise<void> {
    published = await Promise.all(
      keys.map(async ({ publicKey, kid, alg }) => ({ ...(await exportJWK(publicKey)), kid, alg })),
    );
  }

  /** A good token; `change` spoils it. */
  function token(claims: Record<string, unknown> = {}, signedBy: Key = key): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    return new SignJWT({
      iss: issuer,
      aud: AUDIENCE,
      sub: 'subject-1',
      exp: now + 300,
      name: 'Ada',
      email: 'ada@issuer.example',
      ...claims,
    })
      .setProtectedHeader({ alg: signedBy.alg, kid: signedBy.kid })
      .sign(signedBy.privateKey);
  }

  const users = async (text: string) => app.api.as(text).get('/users');

  beforeAll(async () => {
    server = await startHttp((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/.well-known/openid-configuration') {
        return response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` }));
      }
      keyRequests += 1;
      return response.end(JSON.stringify({ keys: published }));
    });
    issuer = `http://127.0.0.1:${server.port}`;
    key = await newKey('one');
    await publish(key);
    app = await TestApp.start({ OIDC_ISSUER: issuer, OIDC_AUDIENCE: AUDIENCE });
  });
  afterAll(async () => {
    await app.stop();
    await server.close();
  });

  it('makes the user on first use, and finds the same one again under a new name', async () => {
    const first = await users(await token());
    expect(first).toMatchObject({
      status: 200,
      body: { name: 'Ada', email: 'ada@issuer.example', isAdmin: false, isApproved: true },
    });
    const renamed = await users(await token({ name: 'Ada L.' }));
    expect(renamed.body).toMatchObject({ id: first.body.id, name: 'Ada L.' });
    const other = await users(await token({ sub: 'subject-2', email: 'bob@issuer.example' }));
    expect(other.body.id).not.toBe(first.body.id);
  });

  it('makes one user when the first calls come together', async () => {
    const texts = await Promise.all([1, 2, 3, 4].map((jti) => token({ sub: 'together', jti: String(jti) })));
    const ids = (await Promise.all(texts.map(users))).map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(1);
  });

  it('gives the user scopes and lets tokens be made with them, admin only for admins', async () => {
    const jwt = await token({ sub: 'maker' });
    const id = (await users(jwt)).body.id;
    const make = (scopes: string[]) => app.api.as(jwt).post('/users/tokens', { name: 'x', scopes });
    expect((await make(['media', 'registry:read', 'registry:write'])).status).toBe(201);
    expect((await make(['admin'])).body.error).toBe('scope_not_held');
    const admin = await app.caller({ isAdmin: true });
    await app.api.as(admin).put(`/admin/users/${id}`, { isAdmin: true });
    expect((await make(['admin'])).status).toBe(201);
    expect((await app.api.as(jwt).get('/admin/users')).status).toBe(200);
  });

  it('does not take an address that the issuer calls unverified', async () => {
    const reply = await users(await token({ sub: 'unverified', email_verified: false }));
    expect(reply.body).toMatchObject({ email: '' });
    expect(await app.get(UsersService).findByEmail('')).toBeUndefined();
  });

  it('takes any subject of up to 255 characters, and whatever else the issuer says', async () => {
    const odd = { name: ['Ada'], email: { at: 'x' }, preferred_username: '\0\ud800', locale: '\0' };
    const texts = await Promise.all([
      token({ sub: '界'.repeat(255), ...odd }),
      token({ sub: "auth0|a'; drop table users; --", name: '\0', email: '\ud800@x\0' }),
      token({ sub: 'far', exp: 1e300, iat: -1, jti: '\0', nbf: 0 }),
    ]);
    const replies = await Promise.all(texts.map(users));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(3);
  });

  it.each([
    ['another audience', () => token({ aud: 'elsewhere' })],
    ['another issuer', () => token({ iss: 'https://elsewhere.example' })],
    ['an expiry in the past', () => token({ exp: Math.floor(Date.now() / 1_000) - 60 })],
    ['no expiry', () => token({ exp: undefined })],
    ['no subject', () => token({ sub: undefined })],
    ['an empty subject', () => token({ sub: '' })],
    ['a blank subject', () => token({ sub: ' \t' })],
    ['a subject with NUL', () => token({ sub: 'odd\0sub' })],
    ['a subject with half a surrogate pair', () => token({ sub: 'odd\ud800sub' })],
    ['a subject that is a number', () => token({ sub: 7 })],
    ['a subject that is a list', () => token({ sub: ['subject-1'] })],
    ['a subject of 256 characters', () => token({ sub: 's'.repeat(256) })],
    ['a subject of 8,000 characters', () => token({ sub: randomBytes(4_000).toString('hex') })],
    ['a start in the future', () => token({ nbf: Math.floor(Date.now() / 1_000) + 600 })],
    ['a foreign signature under our key id', async () => token({}, await newKey('one'))],
    ['no signature', async () => `${btoa('{"alg":"none"}')}.${(await token()).split('.')[1]}.`],
    [
      'a shared-secret signature',
      async () =>
        new SignJWT({ iss: issuer, aud: AUDIENCE, sub: 'x', exp: 9_999_999_999 })
          .setProtectedHeader({ alg: 'HS256', kid: 'one' })
          .sign(new TextEncoder().encode(JSON.stringify(published[0]))),
    ],
  ])('refuses %s', async (_, make) => {
    expect(await users(await make())).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
  });

  it('fetches the keys once, follows a rotation, and does not let unknown key ids make it ask again', async () => {
    await users(await token());
    const before = keyRequests;
    await Promise.all([1, 2, 3].map(async (jti) => users(await token({ jti: String(jti) }))));
    expect(keyRequests).toBe(before);

    const [second, third] = [await newKey('two', 'ES256'), await newKey('three')];
    await publish(second);
    expect((await users(await token({}, second))).status).toBe(200);
    expect(keyRequests).toBe(before + 1);
    expect((await users(await token({}, third))).status).toBe(401);
    expect(keyRequests).toBe(before + 1);
  });

  it('still takes opaque tokens', async () => {
    const ada = await app.caller();
    expect((await users(ada.token)).body).toMatchObject({ id: ada.user.id });
  });
});

describe('an issuer that cannot be reached', () => {
  it('is answered with 503 for a JWT and does not touch opaque tokens', async () => {
    const app = await TestApp.start({ OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_AUDIENCE: AUDIENCE });
    try {
      const { privateKey } = await generateKeyPair('ES256');
      const jwt = await new SignJWT({}).setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
      const refused = await app.api.as(jwt).get('/users');
      expect(refused).toMatchObject({ status: 503, body: { error: 'unavailable' } });
      expect(refused.headers.get('retry-after')).toBe('5');
      expect((await app.api.as(await app.caller()).get('/users')).status).toBe(200);
    } finally {
      await app.stop();
    }
  });
});
