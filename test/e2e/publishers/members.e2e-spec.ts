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
      body: { role: 'member', invited: true, user: { id: bob.user.id } },
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
    expect((await app.api.as(owner).post(target, { email: 'nobody@example.com' })).status).toBe(404);
    for (const body of [
      {},
      { user_id: 'x' },
      { user_id: bob.user.id, email: bob.user.email },
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
