import { type Caller, TestApp } from '../../support/test-app.js';

describe('/admin/users', () => {
  let app: TestApp;
  let admin: Caller;

  beforeAll(async () => {
    app = await TestApp.start({ REQUIRE_APPROVAL: 'true' });
    admin = await app.caller({ isAdmin: true, isApproved: true, name: 'Root' });
  });
  afterAll(() => app.stop());

  const put = (user: { id: string }, body: object, by = admin) =>
    app.api.as(by).put(`/admin/users/${user.id}`, body);

  it('lists users newest first, page by page, and finds them by part of name or address', async () => {
    const names = ['Zoe 100%_a', 'Zoe 100%_b', 'Zoe 1000a'];
    for (const name of names) await app.caller({ name, email: `${name.slice(-1)}@pages.example` });
    const first = await app.api.as(admin).get('/admin/users?search=zoe%20100&limit=2');
    expect(first.body).toMatchObject({ page: 1, limit: 2, total: 3, totalPages: 2 });
    expect(first.body.users.map((user: { name: string }) => user.name)).toEqual(['Zoe 1000a', 'Zoe 100%_b']);
    const escaped = await app.api.as(admin).get('/admin/users?search=100%25_');
    expect(escaped.body.total).toBe(2);
    expect((await app.api.as(admin).get('/admin/users?search=B@PAGES')).body.total).toBe(1);
  });

  it.each(['page=0', 'limit=101', 'page=101&limit=100', 'page=x'])('refuses %s', async (query) => {
    const refused = await app.api.as(admin).get(`/admin/users?${query}`);
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it('lets an unapproved user create publishers only once approved, and remembers who approved', async () => {
    const bob = await app.caller();
    expect((await app.api.as(bob).get('/users')).body.isApproved).toBe(false);
    const refused = await app.api.as(bob).post('/publishers', { id: 'bobs' });
    expect(refused).toMatchObject({ status: 403, body: { error: 'approval_required' } });

    const approved = await put(bob.user, { isApproved: true, reason: 'met in person' });
    expect(approved).toMatchObject({ status: 200, body: { id: bob.user.id, isApproved: true } });
    expect((await app.api.as(bob).post('/publishers', { id: 'bobs' })).status).toBe(201);
    const log = await app.api.as(admin).get(`/admin/audit?target_kind=user&target_id=${bob.user.id}`);
    expect(log.body.entries).toEqual([
      expect.objectContaining({
        actor_id: admin.user.id,
        action: 'user.update',
        reason: 'met in person',
        before: { isAdmin: false, isApproved: false },
        after: { isAdmin: false, isApproved: true },
      }),
    ]);
  });

  it('writes no audit row when nothing changes', async () => {
    const bob = await app.caller();
    expect((await put(bob.user, { isApproved: false })).status).toBe(200);
    const log = await app.api.as(admin).get(`/admin/audit?target_kind=user&target_id=${bob.user.id}`);
    expect(log.body.entries).toEqual([]);
  });

  it('keeps the last admin, also when two admins demote each other at once', async () => {
    const other = await app.caller({ isAdmin: true });
    const replies = await Promise.all([
      put(other.user, { isAdmin: false }, admin),
      put(admin.user, { isAdmin: false }, other),
    ]);
    // The later one is the last admin, or none any more, depending on when its token is looked at.
    const statuses = replies.map(({ status }) => status).sort();
    expect([
      [200, 409],
      [200, 403],
    ]).toContainEqual(statuses);
    const [left, gone] = replies[0]?.status === 200 ? [admin, other] : [other, admin];
    const kept = await put(left.user, { isAdmin: false }, left);
    expect(kept).toMatchObject({ status: 409, body: { error: 'last_admin' } });
    expect((await app.api.as(gone).get('/admin/users')).status).toBe(403);
    await put(gone.user, { isAdmin: true }, left);
    expect((await app.api.as(gone).get('/admin/users')).status).toBe(200);
    admin = left;
  });

  it('tells of an unknown user, a bad id and a bad body', async () => {
    const unknown = { id: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11' };
    expect(await put(unknown, {})).toMatchObject({ status: 404, body: { error: 'user_not_found' } });
    expect((await put({ id: 'nope' }, {})).status).toBe(400);
    const refused = await put(admin.user, { isApproved: 'true' });
    expect(refused.body.message).toContain('isApproved must be true or false');
  });

  it('is closed to everybody else, admins with a narrow token included', async () => {
    const bob = await app.caller();
    const narrow = (await app.api.as(admin).post('/users/tokens', { name: 'x', scopes: ['registry:write'] }))
      .body.token;
    for (const who of [bob.token, narrow]) {
      expect((await app.api.as(who).get('/admin/users')).status).toBe(403);
      expect((await app.api.as(who).put(`/admin/users/${bob.user.id}`, { isApproved: true })).status).toBe(
        403,
      );
    }
    expect((await app.api.get('/admin/users')).status).toBe(401);
  });
});
