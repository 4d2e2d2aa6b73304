import { type Caller, type Reply, TestApp } from '../../support/test-app.js';

const DAY_MS = 86_400_000;

describe('users whom an admin makes', () => {
  let app: TestApp;
  let admin: Caller;
  let serial = 0;

  beforeAll(async () => {
    app = await TestApp.start({ REQUIRE_APPROVAL: 'true' });
    admin = await app.caller({ isAdmin: true, isApproved: true, name: 'Root' });
  });
  afterAll(() => app.stop());

  const create = (fields: object = {}): Promise<Reply> => {
    serial += 1;
    const person = { name: `Grace ${serial}`, email: `grace${serial}@example.com` };
    return app.api.as(admin).post('/admin/users', { ...person, ...fields });
  };
  const accept = (code: string): Promise<Reply> => app.api.post(`/invitations/${code}/accept`);

  it('come in by a code of seven days, which gives exactly one token however many ask at once', async () => {
    const made = await create({ name: 'Grace' });
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: 'Grace',
        isAdmin: false,
        isApproved: true,
        isSuspended: false,
        invitation: { code: expect.stringMatching(/^inv_[0-9A-Za-z]{43}$/) },
      },
    });
    const { id, invitation } = made.body;
    expect(invitation.accept_url).toMatch(`/invitations/${invitation.code}/accept`);
    expect(invitation.link).toMatch(`/console/sign-in#code=${invitation.code}`);
    const days = (Date.parse(invitation.expires_at) - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    const shown = await app.api.as(admin).get(`/admin/users/${id}`);
    expect(shown.body.invitationExpiresAt).toBe(invitation.expires_at);
    expect(shown.bytes.toString()).not.toContain('inv_');

    const replies = await Promise.all(Array.from({ length: 8 }, () => app.api.post(invitation.accept_url)));
    const [accepted, ...others] = replies.sort((a, b) => a.status - b.status);
    expect(accepted).toMatchObject({
      status: 201,
      body: {
        token: expect.stringMatching(/^atl_/),
        scopes: ['media', 'registry:read', 'registry:write'],
        user: { id, name: 'Grace', email: made.body.email, isAdmin: false },
      },
    });
    for (const other of others) {
      expect(other).toMatchObject({ status: 409, body: { error: 'invitation_used' } });
    }
    const log = await app.api.as(admin).get(`/admin/audit?action=user.issue_token&actor_id=${id}`);
    expect(log.body.entries).toMatchObject([
      {
        target_id: id,
        token_id: null,
        after: { token_id: accepted?.body.id, name: 'first token' },
      },
    ]);
    const me = app.api.as(accepted?.body.token as string);
    expect((await me.get('/users')).body).toMatchObject({ id, isApproved: true });
    expect((await me.get('/users/tokens')).body).toHaveLength(1);
    expect((await app.api.as(admin).get(`/admin/users/${id}`)).body.invitationExpiresAt).toBeNull();
  });

  it('can be admins, whose first token administers', async () => {
    const { body } = await create({ isAdmin: true });
    const { token } = (await accept(body.invitation.code)).body;
    expect((await app.api.as(token as string).get('/admin/users')).status).toBe(200);
    await app.api.as(admin).put(`/admin/users/${body.id}`, { isAdmin: false });
  });

  it('get a new code in the moment in which the first is taken', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => create()));
    const replies = await Promise.all(
      people.flatMap(({ body: { id, invitation } }) => [
        accept(invitation.code),
        app.api.as(admin).post(`/admin/users/${id}/invitation`),
      ]),
    );
    // A renewed code ends the first one.
    for (const { status } of replies) expect([201, 409]).toContain(status);
  });

  it('get a new code when they lost the first, which ends', async () => {
    const { id, invitation } = (await create()).body;
    const again = await app.api.as(admin).post(`/admin/users/${id}/invitation`);
    expect(again).toMatchObject({ status: 201, body: { code: expect.stringMatching(/^inv_/) } });
    expect(await accept(invitation.code)).toMatchObject({
      status: 409,
      body: { error: 'invitation_expired' },
    });
    expect((await accept(again.body.code)).status).toBe(201);
    // A user who lost every token later gets in the same way.
    const third = await app.api.as(admin).post(`/admin/users/${id}/invitation`);
    app.passTime(7 * DAY_MS);
    expect((await accept(third.body.code)).body.error).toBe('invitation_expired');
  });

  it('keep their code through a suspension, which lets nobody in', async () => {
    const { id, invitation } = (await create()).body;
    const put = (isSuspended: boolean) => app.api.as(admin).put(`/admin/users/${id}`, { isSuspended });
    await put(true);
    expect(await accept(invitation.code)).toMatchObject({ status: 403, body: { error: 'user_suspended' } });
    const refused = await app.api.as(admin).post(`/admin/users/${id}/invitation`);
    expect(refused).toMatchObject({ status: 403, body: { error: 'user_suspended' } });
    await put(false);
    expect((await accept(invitation.code)).status).toBe(201);
  });

  it('have an address of their own, also when two admins name it at once', async () => {
    const email = 'Twice@example.com';
    const replies = await Promise.all([1, 2, 3].map(() => create({ email })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await create({ email: 'twice@EXAMPLE.com' })).body.error).toBe('email_taken');
  });

  it.each([
    [{ name: '' }, 'name must be'],
    [{ name: 'a\u202Eb' }, 'name must not'],
    [{ email: 'nobody' }, 'email must be an e-mail address'],
    [{ email: undefined }, 'email is required'],
    [{ isAdmin: 'yes' }, 'isAdmin must be'],
  ])('are not made of %j', async (fields, message) => {
    const refused = await create(fields);
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(refused.body.message).toContain(message);
  });

  it('are in the audit log with the names of who made whom', async () => {
    const { id } = (await create({ name: 'Lin' })).body;
    await app.api.as(admin).post(`/admin/users/${id}/invitation`);
    const log = await app.api.as(admin).get(`/admin/audit?target_id=${id}`);
    const names = { actor_name: 'Root', target_name: 'Lin', created_at: expect.stringMatching(/Z$/) };
    expect(log.body.entries).toEqual([
      expect.objectContaining({ action: 'user.invite', ...names }),
      expect.objectContaining({ action: 'user.create', ...names }),
    ]);
  });
});

describe('guessing invitations', () => {
  it('is slowed down like guessing tokens', async () => {
    const app = await TestApp.start({ RATE_LIMIT: '1000', RATE_LIMIT_FAILED_TOKENS: '3' });
    try {
      const statuses: number[] = [];
      for (let guess = 0; guess < 5; guess += 1) {
        statuses.push((await app.api.post(`/invitations/inv_${guess}/accept`)).status);
      }
      expect(statuses).toEqual([404, 404, 404, 429, 429]);
    } finally {
      await app.stop();
    }
  });
});
