import { GivenRegistry } from '../../support/given-registry.js';
import { rowsOf } from '../../support/test-database.js';
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
        before: { isApproved: false },
        after: { isApproved: true },
        actor_name: 'Root',
        target_name: bob.user.name,
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

  it('lists those who wait for approval and those who are suspended', async () => {
    const [waiting, approved, suspended] = [
      await app.caller({ name: 'listed-waiting' }),
      await app.caller({ name: 'listed-approved', isApproved: true }),
      await app.caller({ name: 'listed-suspended', isApproved: true }),
    ];
    await put(suspended.user, { isSuspended: true });
    const listed = async (query: string): Promise<string[]> =>
      (await app.api.as(admin).get(`/admin/users?search=listed-&${query}`)).body.users.map(
        ({ id }: { id: string }) => id,
      );
    expect(await listed('pending=true')).toEqual([waiting.user.id]);
    expect(await listed('suspended=true')).toEqual([suspended.user.id]);
    expect(await listed('pending=false&suspended=false')).toEqual([approved.user.id]);
    expect(await listed('limit=5')).toHaveLength(3);
  });

  it('renames a user and takes its own answer back', async () => {
    const bob = await app.caller({ name: 'Bob' });
    const target = `/admin/users/${bob.user.id}`;
    const shown = (await app.api.as(admin).get(target)).body;
    expect(shown).toEqual({
      id: bob.user.id,
      name: 'Bob',
      email: bob.user.email,
      isAdmin: false,
      isApproved: false,
      isSuspended: false,
      publisherLimit: null,
      queueWeight: 1,
      invitationExpiresAt: null,
      createdAt: expect.stringMatching(/Z$/),
      deletedAt: null,
    });
    const same = await app.api.as(admin).put(target, shown);
    expect(same).toMatchObject({ status: 200, body: shown });
    const renamed = await put(bob.user, { name: 'Robert', email: 'robert@example.com' });
    expect(renamed.body).toMatchObject({ name: 'Robert', email: 'robert@example.com' });
    expect((await app.api.as(bob).get('/users')).body).toMatchObject({ name: 'Robert' });
    const taken = await put(bob.user, { email: admin.user.email.toUpperCase() });
    expect(taken).toMatchObject({ status: 409, body: { error: 'email_taken' } });
  });

  it('suspends a user, and lets it back in', async () => {
    const bob = await app.caller();
    expect((await app.api.as(bob).get('/users')).status).toBe(200);
    expect((await put(bob.user, { isSuspended: true })).body.isSuspended).toBe(true);
    expect((await app.api.as(bob).get('/users')).status).toBe(401);
    await put(bob.user, { isSuspended: false });
    expect((await app.api.as(bob).get('/users')).status).toBe(200);
  });

  it('lists and revokes the tokens of a user', async () => {
    const bob = await app.caller();
    const extra = (await app.api.as(bob).post('/users/tokens', { name: 'extra' })).body;
    const target = `/admin/users/${bob.user.id}/tokens`;
    const listed = await app.api.as(admin).get(target);
    expect(listed.body.map(({ name }: { name: string }) => name)).toEqual(['extra', 'test']);
    expect(listed.bytes.toString()).not.toContain(extra.token);
    const foreign = (await app.api.as(admin).get(`/admin/users/${admin.user.id}/tokens`)).body[0];
    expect((await app.api.as(admin).delete(`${target}/${foreign.id}`)).body.error).toBe('token_not_found');
    expect((await app.api.as(admin).delete(`${target}/${extra.id}`)).status).toBe(204);
    expect((await app.api.as(extra.token as string).get('/users')).status).toBe(401);
    expect((await app.api.as(admin).delete(target)).status).toBe(204);
    expect((await app.api.as(bob).get('/users')).status).toBe(401);
    const log = await app.api
      .as(admin)
      .get(`/admin/audit?target_id=${bob.user.id}&actor_id=${admin.user.id}`);
    expect(log.body.entries).toMatchObject([
      { action: 'user.revoke_tokens', target_name: bob.user.name },
      { action: 'user.revoke_token', before: { token_id: extra.id, name: 'extra' } },
    ]);
  });

  it('deletes a user with all that is personal, and keeps a readable trace', async () => {
    const given = new GivenRegistry(app);
    const owner = await app.caller({ isApproved: true });
    const publisher = await given.publisher({ owner });
    const bob = await app.caller({ name: 'Bob Personal', email: 'bob.personal@example.com', isAdmin: true });
    const members = `/publishers/${publisher.id}/members`;
    const invited = await app.api.as(owner).post(members, { user_id: bob.user.id, role: 'owner' });
    await app.api.as(bob).post(`${members}/${invited.body.id}/accept`);
    await app.api.as(bob).get('/users/webhook-secret');
    const task = await app.api
      .as(bob)
      .post('/proxy/vidprov/start-end2video', { model: 'vq2-turbo', images: ['https://example.com/a.png'] });
    await app.api.as(bob).put(`/admin/users/${owner.user.id}`, { publisherLimit: 7 });
    await put(bob.user, { name: 'Bob P. Personal', isAdmin: false });
    const target = `/admin/users/${bob.user.id}`;

    expect((await app.api.as(admin).delete(target)).status).toBe(204);
    expect((await app.api.as(bob).get('/users')).status).toBe(401);
    expect((await app.api.as(admin).get(target)).body).toMatchObject({
      name: 'Deleted user',
      email: '',
      deletedAt: expect.stringMatching(/Z$/),
    });
    expect((await app.api.as(admin).get('/admin/users?search=personal')).body.total).toBe(0);
    for (const act of [
      () => put(bob.user, { isApproved: true }),
      () => app.api.as(admin).delete(target),
      () => app.api.as(admin).get(`${target}/tokens`),
      () => app.api.as(admin).post(`${target}/invitation`),
      () => app.api.as(owner).post(members, { user_id: bob.user.id }),
    ]) {
      expect(await act()).toMatchObject({ status: 404, body: { error: 'user_not_found' } });
    }
    expect((await app.api.get(`/publishers/${publisher.id}`)).body.members).toHaveLength(1);
    expect((await app.api.as(admin).get(`/tasks/${task.body.task_id}`)).status).toBe(200);
    const acts = await app.api.as(admin).get(`/admin/audit?actor_id=${bob.user.id}`);
    expect(acts.body.entries).toMatchObject([
      { actor_name: 'Deleted user', action: 'user.update' },
      { actor_name: 'Deleted user', action: 'publisher.accept_member' },
    ]);
    const log = await app.api.as(admin).get(`/admin/audit?target_id=${bob.user.id}`);
    expect(log.body.entries).toMatchObject([
      { action: 'user.delete', target_name: 'Deleted user' },
      { action: 'user.update', before: { isAdmin: true }, after: { isAdmin: false } },
    ]);
    const left = await rowsOf<{ found: string }>(
      app.databaseUrl,
      `select coalesce(before::text, '') || coalesce(after::text, '') as found from audit_entries
        union all select name || email from users
        union all select 'secret' from access_tokens where user_id = $1
        union all select 'secret' from webhook_secrets where user_id = $1`,
      [bob.user.id],
    );
    expect(JSON.stringify(left)).not.toMatch(/personal|secret/i);
  });

  it('does not delete the only owner of a publisher, and names it', async () => {
    const owner = await app.caller({ isApproved: true });
    const { id } = await new GivenRegistry(app).publisher({ owner });
    const refused = await app.api.as(admin).delete(`/admin/users/${owner.user.id}`);
    expect(refused).toMatchObject({ status: 409, body: { error: 'user_still_needed' } });
    expect(refused.body.message).toContain(id);
    expect((await app.api.as(owner).get('/users')).status).toBe(200);
  });

  it('keeps the last admin from being demoted, suspended or deleted, whatever comes together', async () => {
    const { users } = (await app.api.as(admin).get('/admin/users?limit=100')).body;
    for (const user of users) {
      if (user.isAdmin && user.id !== admin.user.id) await put(user, { isAdmin: false });
    }
    const other = await app.caller({ isAdmin: true });
    const acts = [
      () => put(other.user, { isSuspended: true }, admin),
      () => app.api.as(other).delete(`/admin/users/${admin.user.id}`),
      () => put(admin.user, { isSuspended: true }, other),
      () => put(other.user, { isAdmin: false }, admin),
    ];
    await Promise.all(acts.map((act) => act()));
    const left = await rowsOf<{ id: string }>(
      app.databaseUrl,
      'select id from users where is_admin and suspended_at is null',
    );
    expect(left).toHaveLength(1);
    const one = [admin, other].find(({ user }) => user.id === left[0]?.id);
    if (!one) throw new Error('One of the two admins is left');
    admin = one;
    const target = `/admin/users/${one.user.id}`;
    for (const refused of [
      await put(one.user, { isAdmin: false }),
      await put(one.user, { isSuspended: true }),
      await app.api.as(one).delete(target),
    ]) {
      expect(refused).toMatchObject({ status: 409, body: { error: 'last_admin' } });
    }
  });

  it('tells of an unknown user, a bad id and a bad body', async () => {
    const unknown = { id: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11' };
    expect(await put(unknown, { isApproved: true })).toMatchObject({
      status: 404,
      body: { error: 'user_not_found' },
    });
    expect((await put({ id: 'nope' }, {})).status).toBe(400);
    const wish = await put(admin.user, { isBanned: true, reason: 'rude' });
    expect(wish).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(wish.body.message).toMatch(/isBanned.* send at least one of name, .*isSuspended/);
    expect(wish.headers.get('x-ignored-fields')).toBe('isBanned');
    expect((await put(admin.user, {})).status).toBe(400);
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
