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
    const end = new Date(Date.now() + 1_500);
    const { token } = (await create(ada, { name: 'short', scopes: ['media'], expires_at: end.toISOString() }))
      .body;
    expect((await app.api.as(token).get('/users')).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, end.getTime() - Date.now() + 20));
    const refused = await app.api.as(token).get('/users');
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
