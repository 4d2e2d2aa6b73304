import { GivenRegistry } from '../../support/given-registry.js';
import { TestApp } from '../../support/test-app.js';

describe('members of a publisher', () => {
  let app: TestApp;
  let given: GivenRegistry;

  beforeAll(async () => {
    app = await TestApp.start();
    given = new GivenRegistry(app);
  });
  afterAll(() => app.stop());

  const membersOf = async (id: string) => (await app.api.get(`/publishers/${id}/members`)).body;

  it('join by accepting an invitation, and have no rights before', async () => {
    const { id, owner } = await given.publisher();
    const bob = await app.caller();
    const invited = await app.api
      .as(owner)
      .post(`/publishers/${id}/members`, { email: bob.user.email.toUpperCase() });
    expect(invited).toMatchObject({
      status: 201,
      body: { role: 'member', invited: true, user: { email: bob.user.email.toUpperCase() } },
    });
    expect((await app.api.as(bob).put(`/publishers/${id}/nodes/${given.id()}`, {})).status).toBe(403);
    expect((await app.api.as(bob).get('/users/publishers')).body).toMatchObject([
      { invited: true, publisher: { id } },
    ]);
    const target = `/publishers/${id}/members/${invited.body.id}`;
    expect((await app.api.as(await app.caller()).post(`${target}/accept`)).status).toBe(404);
    expect((await app.api.as(owner).post(`${target}/accept`)).status).toBe(403);
    expect((await app.api.as(bob).post(`${target}/accept`)).status).toBe(200);
    expect((await app.api.as(bob).put(`/publishers/${id}/nodes/${given.id()}`, {})).status).toBe(200);
    expect((await app.api.as(bob).get('/users/publishers')).body).toMatchObject([
      { invited: false, role: 'member' },
    ]);
  });

  it('are invited once, by owners, and exist', async () => {
    const publisher = await given.publisher();
    const { id, owner } = publisher;
    const member = await given.member(publisher);
    const target = `/publishers/${id}/members`;
    const bob = await app.caller();
    expect((await app.api.as(member).post(target, { user_id: bob.user.id })).body.error).toBe(
      'owner_required',
    );
    expect((await app.api.as(bob).post(target, { user_id: bob.user.id })).body.error).toBe('not_a_member');
    expect((await app.api.post(target, { user_id: bob.user.id })).status).toBe(401);
    for (const body of [
      {},
      { user_id: 'x' },
      { user_id: bob.user.id, email: bob.user.email },
      { email: 'nobody' },
      { email: bob.user.email, role: 'boss' },
    ]) {
      expect((await app.api.as(owner).post(target, body)).status).toBe(400);
    }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => app.api.as(owner).post(target, { user_id: bob.user.id })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
  });

  it('are awaited by their address, and nobody is told whether there is such a person', async () => {
    const { id, owner } = await given.publisher();
    const target = `/publishers/${id}/members`;
    const known = await app.caller({ email: 'Known.Person@example.com' });
    const waiting = await Promise.all(
      ['known.person@example.com', 'future.person@example.com'].map((email) =>
        app.api.as(owner).post(target, { email, role: 'owner' }),
      ),
    );
    for (const [at, email] of ['known.person@example.com', 'future.person@example.com'].entries()) {
      expect(waiting[at]).toMatchObject({
        status: 201,
        body: { id: expect.any(String), role: 'owner', invited: true, user: { name: '', email } },
      });
      expect(waiting[at]?.body.user).not.toHaveProperty('id');
      expect(await app.api.as(owner).post(target, { email: email.toUpperCase() })).toMatchObject({
        status: 409,
        body: { error: 'member_exists' },
      });
    }
    expect(
      (await app.api.as(owner).put(`${target}/${waiting[1]?.body.id}`, { role: 'member' })).body,
    ).toEqual({
      ...waiting[1]?.body,
      role: 'member',
    });
    const own = await app.api.as(known).get('/users/publishers');
    expect(own.body).toMatchObject([{ publisher: { id }, invited: true, member_id: waiting[0]?.body.id }]);

    const person = { name: 'Future', email: 'Future.Person@example.com' };
    const made = await app.api.as(await given.admin()).post('/admin/users', person);
    const { token } = (await app.api.post(`/invitations/${made.body.invitation.code}/accept`)).body;
    const stranger = await app.caller();
    const accept = (who: string, at: number) =>
      app.api.as(who).post(`${target}/${waiting[at]?.body.id}/accept`);
    expect((await accept(stranger.token, 1)).status).toBe(404);
    expect((await accept(token, 0)).status).toBe(404);
    expect((await accept(token, 1)).body).toMatchObject({ role: 'member', user: { id: made.body.id } });
    expect((await app.api.as(token).put(`/publishers/${id}/nodes/${given.id()}`, {})).status).toBe(200);
    expect((await app.api.as(known).delete(`${target}/${waiting[0]?.body.id}`)).status).toBe(204);
    expect(await membersOf(id)).toHaveLength(2);
    expect((await app.api.as(owner).post(target, { email: person.email })).status).toBe(409);
  });

  it('show nobody their address before they accept', async () => {
    const { id, owner } = await given.publisher();
    const bob = await app.caller();
    const invited = await app.api.as(owner).post(`/publishers/${id}/members`, { user_id: bob.user.id });
    const inside = await app.api.as(owner).get(`/publishers/${id}`);
    expect(invited.bytes.toString() + inside.bytes.toString()).not.toContain(bob.user.email);
    await app.api.as(bob).post(`/publishers/${id}/members/${invited.body.id}/accept`);
    expect((await app.api.as(owner).get(`/publishers/${id}`)).bytes.toString()).toContain(bob.user.email);
  });

  it('are one place, by whichever of their invitations they come', async () => {
    const { id, owner } = await given.publisher();
    const bob = await app.caller();
    const target = `/publishers/${id}/members`;
    const byId = await app.api.as(owner).post(target, { user_id: bob.user.id });
    const byEmail = await app.api.as(owner).post(target, { email: bob.user.email, role: 'owner' });
    const replies = await Promise.all(
      [byId, byEmail].map(({ body }) => app.api.as(bob).post(`${target}/${body.id}/accept`)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await app.api.as(owner).get(target)).body).toHaveLength(2);
  });

  it('are added at once by admins alone, which the audit log remembers like all they do to members', async () => {
    const { id, owner } = await given.publisher();
    const admin = await given.admin();
    const [bob, carol] = [await app.caller(), await app.caller()];
    const target = `/publishers/${id}/members`;
    const add = (by: typeof bob, who: object) => app.api.as(by).post(target, { ...who, accepted: true });
    expect(await add(owner, { user_id: bob.user.id })).toMatchObject({
      status: 403,
      body: { error: 'forbidden' },
    });
    await app.api.as(owner).post(target, { user_id: bob.user.id });
    const added = await add(admin, { user_id: bob.user.id });
    expect(added).toMatchObject({ status: 201, body: { user: { id: bob.user.id } } });
    expect(added.body).not.toHaveProperty('invited');
    expect((await add(admin, { email: carol.user.email })).body.user.id).toBe(carol.user.id);
    expect((await add(admin, { email: carol.user.email })).body.error).toBe('member_exists');
    expect((await add(admin, { email: 'no.such.person@example.com' })).body.error).toBe('user_not_found');
    expect((await app.api.as(bob).put(`/publishers/${id}/nodes/${given.id()}`, {})).status).toBe(200);
    await app.api.as(admin).put(`${target}/${added.body.id}`, { role: 'owner' });
    await app.api.as(admin).delete(`${target}/${added.body.id}`);
    const log = (await app.api.as(admin).get(`/admin/audit?target_id=${id}&actor_id=${admin.user.id}`)).body
      .entries;
    const bobs = { user_id: bob.user.id };
    expect(log).toMatchObject([
      { action: 'publisher.remove_member', before: { ...bobs, role: 'owner' } },
      { action: 'publisher.change_member', before: { role: 'member' }, after: { ...bobs, role: 'owner' } },
      { action: 'publisher.add_member', after: { user_id: carol.user.id } },
      { action: 'publisher.add_member', after: bobs, actor_name: admin.user.name },
    ]);
  });

  it('decline and leave by themselves', async () => {
    const publisher = await given.publisher();
    const { id, owner } = publisher;
    const member = await given.member(publisher);
    const bob = await app.caller();
    const invited = await app.api.as(owner).post(`/publishers/${id}/members`, { user_id: bob.user.id });
    expect((await app.api.as(bob).delete(`/publishers/${id}/members/${invited.body.id}`)).status).toBe(204);
    const own = (await membersOf(id)).find(
      ({ user }: { user: { id: string } }) => user.id === member.user.id,
    );
    const boss = (await membersOf(id))[0];
    expect((await app.api.as(member).delete(`/publishers/${id}/members/${boss.id}`)).body.error).toBe(
      'owner_required',
    );
    expect((await app.api.as(member).delete(`/publishers/${id}/members/${own.id}`)).status).toBe(204);
    expect((await app.api.as(owner).delete(`/publishers/${id}/members/${own.id}`)).status).toBe(404);
    expect(await membersOf(id)).toHaveLength(1);
  });

  it('keep at least one owner', async () => {
    const publisher = await given.publisher();
    const { id, owner } = publisher;
    const target = `/publishers/${id}/members/${(await membersOf(id))[0].id}`;
    expect((await app.api.as(owner).delete(target)).body.error).toBe('last_owner');
    expect((await app.api.as(owner).put(target, { role: 'member' })).body.error).toBe('last_owner');
    await app.api
      .as(owner)
      .post(`/publishers/${id}/members`, { user_id: (await app.caller()).user.id, role: 'owner' });
    expect((await app.api.as(owner).delete(target)).body.error).toBe('last_owner');
    await given.member(publisher, 'owner');
    expect((await app.api.as(owner).put(target, { role: 'member' })).status).toBe(200);
    expect((await app.api.as(owner).put(target, { role: 'owner' })).body.error).toBe('owner_required');
  });

  it('cannot all leave or step down at the same moment', async () => {
    for (let round = 0; round < 4; round++) {
      const publisher = await given.publisher();
      const owners = [
        publisher.owner,
        await given.member(publisher, 'owner'),
        await given.member(publisher, 'owner'),
      ];
      const members = await membersOf(publisher.id);
      const replies = await Promise.all(
        owners.map((caller, at) => {
          const own = members.find(({ user }: { user: { id: string } }) => user.id === caller.user.id);
          const target = `/publishers/${publisher.id}/members/${own.id}`;
          return (round + at) % 2
            ? app.api.as(caller).delete(target)
            : app.api.as(caller).put(target, { role: 'member' });
        }),
      );
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(1);
      const left = (await membersOf(publisher.id)).filter(({ role }: { role: string }) => role === 'owner');
      expect(left).toHaveLength(1);
    }
  });

  it('of one publisher are not reached through another', async () => {
    const one = await given.publisher();
    const other = await given.publisher();
    const [member] = await membersOf(one.id);
    const target = `/publishers/${other.id}/members/${member.id}`;
    expect((await app.api.as(other.owner).put(target, { role: 'member' })).status).toBe(404);
    expect((await app.api.as(other.owner).delete(target)).status).toBe(404);
    expect((await app.api.as(other.owner).delete(`/publishers/${other.id}/members/7`)).status).toBe(400);
  });
});
