import { type Caller, TestApp } from '../../support/test-app.js';

const DAY_MS = 86_400_000;

describe('/users/tokens', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  const create = (caller: Caller | string, body: object) => app.api.as(caller).post('/users/tokens', body);

  it('makes a token that works, shows it once and lists it without its text', async () => {
    const ada = await app.caller();
    const created = await create(ada, { name: 'laptop', scopes: ['media'] });
    expect(created).toMatchObject({
      status: 201,
      body: { name: 'laptop', scopes: ['media'], publisher_id: null, expires_at: null, last_used_at: null },
    });
    expect(created.body.token).toMatch(/^atl_[0-9A-Za-z]{43}$/);
    expect((await app.api.as(created.body.token).get('/users')).body).toMatchObject({ id: ada.user.id });

    const listed = await app.api.as(ada).get('/users/tokens');
    expect(listed.status).toBe(200);
    expect(listed.body.map(({ name }: { name: string }) => name)).toEqual(['laptop', 'test']);
    expect(listed.bytes.toString()).not.toContain(created.body.token);
    expect(Object.keys(listed.body[0])).not.toContain('token');
  });

  it('may do what its maker can when no scopes are named, but not administer, and keeps its description', async () => {
    const admin = await app.caller({ isAdmin: true });
    const made = await create(admin, { name: 'usual', description: 'On the laptop.' });
    const usual = ['media', 'registry:read', 'registry:write'];
    expect(made).toMatchObject({ status: 201, body: { scopes: usual, description: 'On the laptop.' } });
    const [listed] = (await app.api.as(admin).get('/users/tokens')).body;
    expect(listed).toMatchObject({ id: made.body.id, description: 'On the laptop.' });
    const narrow = await app.caller({ scopes: ['registry:read'] });
    expect((await create(narrow, { name: 'narrow' })).body).toMatchObject({
      scopes: ['registry:read'],
      description: '',
    });
    const adminOnly = await app.caller({ isAdmin: true, scopes: ['admin'] });
    expect((await create(adminOnly, { name: 'none' })).body.error).toBe('scope_not_held');
  });

  it('shows nobody the tokens of others, nor lets them be revoked', async () => {
    const [ada, bob] = [await app.caller(), await app.caller()];
    const { id, token } = (await create(ada, { name: 'mine', scopes: ['media'] })).body;
    expect((await app.api.as(bob).get('/users/tokens')).body).toHaveLength(1);
    const refused = await app.api.as(bob).delete(`/users/tokens/${id}`);
    expect(refused).toMatchObject({ status: 404, body: { error: 'token_not_found' } });
    expect((await app.api.as(token).get('/users')).status).toBe(200);
  });

  it('grants only scopes that the caller has', async () => {
    const narrow = await app.caller({ scopes: ['media', 'registry:read'] });
    const refused = await create(narrow, { name: 'wide', scopes: ['media', 'registry:write', 'admin'] });
    expect(refused).toMatchObject({ status: 403, body: { error: 'scope_not_held' } });
    expect(refused.body.message).toContain('registry:write, admin');
    expect((await create(narrow, { name: 'same', scopes: ['registry:read'] })).status).toBe(201);
  });

  it('lets a token that ends make none that ends later', async () => {
    const ada = await app.caller();
    const end = new Date(Date.now() + DAY_MS);
    const short = (await create(ada, { name: 'short', scopes: ['media'], expires_at: end.toISOString() }))
      .body;
    expect(short.expires_at).toBe(end.toISOString());

    const unlimited = await create(short.token, { name: 'child', scopes: ['media'] });
    expect(unlimited.body.expires_at).toBe(end.toISOString());
    const later = new Date(end.getTime() + DAY_MS).toISOString();
    const refused = await create(short.token, { name: 'child', scopes: ['media'], expires_at: later });
    expect(refused).toMatchObject({ status: 403, body: { error: 'token_outlives_itself' } });
  });

  it('binds what a bound token makes to the same publisher', async () => {
    const ada = await app.caller();
    await app.api.as(ada).post('/publishers', { id: 'bound-team' });
    const bound = (
      await app.api
        .as(ada)
        .post('/publishers/bound-team/tokens', { name: 'ci', scopes: ['registry:read', 'registry:write'] })
    ).body;
    const child = await create(bound.token, { name: 'child', scopes: ['registry:write'] });
    expect(child).toMatchObject({ status: 201, body: { publisher_id: 'bound-team' } });

    const own = await create(ada, { name: 'mine', scopes: ['media'] });
    const seen = (await app.api.as(bound.token).get('/users/tokens')).body;
    expect(seen.map(({ name }: { name: string }) => name)).toEqual(['child', 'ci']);
    expect((await app.api.as(bound.token).delete(`/users/tokens/${own.body.id}`)).status).toBe(404);
  });

  it('ends an expired token', async () => {
    const ada = await app.caller();
    const end = new Date(Date.now() + DAY_MS);
    const { token } = (await create(ada, { name: 'short', scopes: ['media'], expires_at: end.toISOString() }))
      .body;
    expect((await app.api.as(token).get('/users')).status).toBe(200);
    app.passTime(DAY_MS);
    const refused = await app.api.as(token).get('/users');
    app.passTime(-DAY_MS);
    expect(refused).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
  });

  it('ends a revoked token at once in the process that revokes it', async () => {
    const ada = await app.caller();
    const { id, token } = (await create(ada, { name: 'gone', scopes: ['media'] })).body;
    expect((await app.api.as(token).get('/users')).status).toBe(200);
    expect((await app.api.as(ada).delete(`/users/tokens/${id}`)).status).toBe(204);
    expect((await app.api.as(token).get('/users')).status).toBe(401);
    expect((await app.api.as(ada).delete(`/users/tokens/${id}`)).status).toBe(404);
  });

  describe('revoking a token', () => {
    const revoke = (by: Caller | string, id: string) => app.api.as(by).delete(`/users/tokens/${id}`);
    const isAlive = async (token: string) => (await app.api.as(token).get('/users')).status === 200;
    const ids = async (by: Caller | string) =>
      (await app.api.as(by).get('/users/tokens')).body.map(({ id }: { id: string }) => id);

    it('ends the tokens that it made, and those that they made', async () => {
      const ada = await app.caller();
      await app.api.as(ada).post('/publishers', { id: 'family' });
      const parent = (await create(ada, { name: 'parent' })).body;
      const child = (await create(parent.token, { name: 'child' })).body;
      const ended = (await create(parent.token, { name: 'ended' })).body;
      const family = await Promise.all([
        create(child.token, { name: 'grandchild' }),
        create(ended.token, { name: 'orphan' }),
        app.api.as(child.token).post('/publishers/family/tokens', { name: 'bound' }),
      ]);
      const tokens = [parent, child, ...family.map(({ body }) => body)].map(({ token }) => token as string);
      const sibling = (await create(ada, { name: 'sibling' })).body;
      expect([parent.parent_id, child.parent_id]).toEqual([expect.any(String), parent.id]);
      expect((await revoke(parent.token, ended.id)).status).toBe(204);
      expect(await Promise.all(tokens.map(isAlive))).toEqual([true, true, true, false, true]);

      expect((await revoke(ada, parent.id)).status).toBe(204);
      expect(await Promise.all(tokens.map(isAlive))).toEqual(tokens.map(() => false));
      expect(await isAlive(sibling.token)).toBe(true);
      expect(await isAlive(ada.token)).toBe(true);
    });

    it('leaves none alive that is made in the same moment', async () => {
      const ada = await app.caller();
      const parent = (await create(ada, { name: 'parent' })).body;
      const child = (await create(parent.token, { name: 'child' })).body;
      const [, ...made] = await Promise.all([
        revoke(ada, parent.id),
        ...Array.from({ length: 12 }, (_, n) => create(n % 2 ? parent.token : child.token, { name: 'late' })),
      ]);
      expect(made.every(({ status }) => status === 201 || status === 401)).toBe(true);
      expect((await app.api.as(ada).get('/users/tokens')).body).toHaveLength(1);
    });

    it('is not for tokens that can do less, nor do they see it', async () => {
      const ada = await app.caller();
      await app.api.as(ada).post('/publishers', { id: 'narrow-team' });
      const made = await Promise.all([
        create(ada, { name: 'media', scopes: ['media'] }),
        create(ada, { name: 'other media', scopes: ['media'] }),
        create(ada, { name: 'registry', scopes: ['registry:read', 'registry:write'] }),
        app.api.as(ada).post('/publishers/narrow-team/tokens', { name: 'bound' }),
      ]);
      const [media, otherMedia, registry, bound] = made.map(({ body }) => body);
      const own = (await create(media.token, { name: 'own' })).body;

      expect((await ids(media.token)).sort()).toEqual([media.id, otherMedia.id, own.id].sort());
      const refused = await revoke(media.token, registry.id);
      expect(refused).toMatchObject({ status: 404, body: { error: 'token_not_found' } });
      expect(refused.body.message).toContain('can do more than yours');
      expect((await revoke(bound.token, registry.id)).status).toBe(404);
      expect((await revoke(registry.token, media.id)).status).toBe(404);
      for (const { token } of [registry, media]) expect(await isAlive(token)).toBe(true);

      expect((await revoke(registry.token, bound.id)).status).toBe(204);
      for (const { id } of [own, otherMedia, media]) expect((await revoke(media.token, id)).status).toBe(204);
      expect((await revoke(ada, registry.id)).status).toBe(204);
      expect(
        await Promise.all([own, media, otherMedia, bound, registry].map((one) => isAlive(one.token))),
      ).toEqual(Array(5).fill(false));
    });

    it('is for admins too, whatever it can do, with all that it made', async () => {
      const [ada, admin] = [await app.caller(), await app.caller({ isAdmin: true })];
      const parent = (await create(ada, { name: 'parent' })).body;
      const child = (await create(parent.token, { name: 'child' })).body;
      const gone = await app.api.as(admin).delete(`/admin/users/${ada.user.id}/tokens/${parent.id}`);
      expect(gone.status).toBe(204);
      expect(await Promise.all([parent.token, child.token, ada.token].map(isAlive))).toEqual([
        false,
        false,
        true,
      ]);
      const all = await Promise.all(
        [1, 2, 3].map(() => app.api.as(admin).delete(`/admin/users/${ada.user.id}/tokens`)),
      );
      expect(all.map(({ status }) => status)).toEqual([204, 204, 204]);
      expect(await isAlive(ada.token)).toBe(false);
    });
  });

  it.each([
    [{ scopes: ['media'] }, 'name is required'],
    [{ name: '', scopes: ['media'] }, 'name must be'],
    [{ name: 'x'.repeat(101), scopes: ['media'] }, 'name must be'],
    [{ name: 'x', scopes: [] }, 'scopes must be'],
    [{ name: 'x', scopes: 'media' }, 'scopes must be'],
    [{ name: 'x', scopes: ['media', 'media'] }, 'scopes must be'],
    [{ name: 'x', scopes: ['everything'] }, 'scopes must be'],
    [{ name: 'x', scopes: ['media'], expires_at: 'soon' }, 'expires_at must be'],
    [
      { name: 'x', scopes: ['media'], expires_at: '2020-01-01T00:00:00Z' },
      'expires_at must be in the future',
    ],
  ])('refuses %j', async (body, message) => {
    const refused = await create(await app.caller(), body);
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(refused.body.message).toContain(message);
  });

  it('needs a token itself', async () => {
    expect((await app.api.get('/users/tokens')).status).toBe(401);
    expect((await app.api.post('/users/tokens', { name: 'x', scopes: ['media'] })).status).toBe(401);
    const path = '/users/tokens/0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11';
    expect((await app.api.delete(path)).status).toBe(401);
  });

  it('refuses a token id that is no UUID', async () => {
    expect((await app.api.as(await app.caller()).delete('/users/tokens/nope')).status).toBe(400);
  });
});

describe('the limit of tokens', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ TOKENS_PER_USER: '4' });
  });
  afterAll(() => app.stop());

  it('counts the living ones of a user, however many are asked for at once', async () => {
    const ada = app.api.as(await app.caller());
    await ada.post('/publishers', { id: 'few' });
    const make = (name: string, more = {}) => ada.post('/users/tokens', { name, ...more });
    const short = new Date(Date.now() + DAY_MS).toISOString();
    expect((await make('short', { expires_at: short })).status).toBe(201);
    app.passTime(DAY_MS);

    const replies = await Promise.all(Array.from({ length: 9 }, (_, n) => make(`n${n}`)));
    const made = replies.filter(({ status }) => status === 201);
    const refused = replies.filter(({ status }) => status === 409);
    expect([made.length, refused.length]).toEqual([3, 6]);
    expect(refused[0]?.body).toEqual({
      error: 'token_limit_reached',
      message: 'You have 4 tokens and may have 4. Revoke one that is not needed.',
    });
    expect((await ada.post('/publishers/few/tokens', { name: 'ci' })).status).toBe(409);
    await ada.delete(`/users/tokens/${made[0]?.body.id}`);
    expect((await make('again')).status).toBe(201);

    const bob = app.api.as(await app.caller());
    expect((await bob.post('/users/tokens', { name: 'his' })).status).toBe(201);
  });
});
