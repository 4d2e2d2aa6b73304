import type { Scope } from '#libs/platform/http';
import { GivenRegistry, type GivenPublisher } from '../../support/given-registry.js';
import { Publishing } from '../../support/publishing.js';
import { type ApiClient, type Caller, TestApp } from '../../support/test-app.js';

describe('how far rights reach', () => {
  let app: TestApp;
  let given: GivenRegistry;
  let publishing: Publishing;
  let admin: Caller;

  beforeAll(async () => {
    app = await TestApp.start();
    given = new GivenRegistry(app);
    publishing = new Publishing(app);
    admin = await given.admin();
  });
  afterAll(() => app.stop());

  /** The owner with a token for less. */
  async function token(owner: Caller, scopes: readonly Scope[], publisherId?: string): Promise<ApiClient> {
    const target = publisherId === undefined ? '/users/tokens' : `/publishers/${publisherId}/tokens`;
    const reply = await app.api.as(owner).post(target, { name: 'narrow', scopes });
    return app.api.as(reply.body.token as string);
  }

  async function ban(target: string): Promise<void> {
    expect((await app.api.as(admin).post(`${target}/ban`, { reason: 'spam' })).status).toBe(200);
  }

  async function memberIdOf(publisher: GivenPublisher, { user }: Caller): Promise<string> {
    const { body } = await app.api.as(publisher.owner).get(`/publishers/${publisher.id}/members`);
    return body.find((one: { user: { id: string } }) => one.user.id === user.id).id;
  }

  describe('of a token that says nothing about the registry, or is for another publisher', () => {
    /** What only members of a publisher may read. */
    async function inside(api: ApiClient, { id }: GivenPublisher, nodeId: string): Promise<object> {
      const members = (await api.get(`/publishers/${id}/members`)).body;
      return {
        emails: members.filter((one: { user: { email?: string } }) => one.user.email).length,
        members: members.length,
        pending: (await api.get(`/nodes/${nodeId}/versions/1.0.0`)).status,
        versions: (await api.get(`/nodes/${nodeId}/versions?statuses=NodeVersionStatusPending`)).body.length,
        emailsOfNode: JSON.stringify((await api.get(`/nodes/${nodeId}`)).body).includes('@example.com'),
      };
    }
    const PUBLIC = { emails: 0, members: 1, pending: 404, versions: 0, emailsOfNode: false };
    const MEMBERS = { emails: 2, members: 2, pending: 200, versions: 1, emailsOfNode: true };

    it('shows what everybody sees', async () => {
      const publisher = await given.publisher();
      const { id, owner } = publisher;
      const elsewhere = await given.publisher({ owner });
      await app.api.as(owner).post(`/publishers/${id}/members`, { email: (await app.caller()).user.email });
      await publishing.announce({ id, owner }, `of-${id}`, '1.0.0');
      const see = (api: ApiClient) => inside(api, publisher, `of-${id}`);
      expect(await see(app.api)).toEqual(PUBLIC);
      expect(await see(await token(owner, ['media']))).toEqual(PUBLIC);
      expect(await see(await token(owner, ['registry:read', 'registry:write'], elsewhere.id))).toEqual(
        PUBLIC,
      );
      expect(await see(await token(owner, ['registry:read']))).toEqual(MEMBERS);
      expect(await see(await token(owner, ['registry:write'], id))).toEqual(MEMBERS);
      expect(await see(app.api.as(admin))).toEqual(MEMBERS);
    });

    it('opens no banned node', async () => {
      const node = await given.node();
      await ban(`/nodes/${node.id}`);
      const media = await token(node.owner, ['media']);
      expect((await media.get(`/nodes/${node.id}`)).body.error).toBe('node_banned');
      expect((await app.api.as(node.owner).get(`/nodes/${node.id}`)).status).toBe(200);
    });

    it('neither joins nor leaves another publisher', async () => {
      const publisher = await given.publisher();
      const second = await given.member(publisher, 'owner');
      const own = await given.publisher({ owner: second });
      const bound = await token(second, ['registry:write'], own.id);
      const refused = { status: 403, body: { error: 'token_bound_elsewhere' } };
      const members = `/publishers/${publisher.id}/members`;
      expect(await bound.delete(`${members}/${await memberIdOf(publisher, second)}`)).toMatchObject(refused);
      const other = await given.publisher();
      const invitations = `/publishers/${other.id}/members`;
      const { body } = await app.api.as(other.owner).post(invitations, { user_id: second.user.id });
      expect(await bound.post(`${invitations}/${body.id}/accept`)).toMatchObject(refused);
      expect(await bound.delete(`${invitations}/${body.id}`)).toMatchObject(refused);
    });
  });

  describe('of a ban', () => {
    it.each(['node', 'publisher'])('keeps everybody from installing and rating, by the %s', async (what) => {
      const publisher = await given.publisher();
      const member = await given.member(publisher);
      const nodeId = given.id();
      await publishing.publish(publisher, nodeId, '1.0.0');
      await ban(what === 'node' ? `/nodes/${nodeId}` : `/publishers/${publisher.id}`);
      for (const who of [publisher.owner, member, admin]) {
        const refused = { status: 403, body: { error: `${what}_banned` } };
        for (const query of ['', '?version=1.0.0', '?version=9.9.9']) {
          expect(await app.api.as(who).get(`/nodes/${nodeId}/install${query}`)).toMatchObject(refused);
        }
        expect(await app.api.as(who).post(`/nodes/${nodeId}/reviews?star=5`)).toMatchObject(refused);
        // They may look at what it is about.
        expect((await app.api.as(who).get(`/nodes/${nodeId}`)).body).toMatchObject({
          rating: 0,
          downloads: 0,
        });
        expect((await app.api.as(who).get(`/nodes/${nodeId}/versions/1.0.0/archive`)).status).toBe(200);
      }
    });

    it('lets the owner of a publisher read its tokens and change nothing', async () => {
      const { id, owner } = await given.publisher();
      const created = await app.api
        .as(owner)
        .post(`/publishers/${id}/tokens`, { name: 'ci', scopes: ['registry:write'] });
      await ban(`/publishers/${id}`);
      const api = app.api.as(owner);
      expect((await api.get(`/publishers/${id}/tokens`)).body).toMatchObject([{ id: created.body.id }]);
      const refused = { status: 403, body: { error: 'publisher_banned' } };
      expect(await api.delete(`/publishers/${id}/tokens/${created.body.id}`)).toMatchObject(refused);
      expect(
        await app.api.as(created.body.token as string).put(`/publishers/${id}`, { name: 'x' }),
      ).toMatchObject(refused);
    });

    it('lets nobody join, and those who were invited decline', async () => {
      const { id, owner } = await given.publisher();
      const guest = await app.caller();
      const { body } = await app.api.as(owner).post(`/publishers/${id}/members`, { user_id: guest.user.id });
      await ban(`/publishers/${id}`);
      const target = `/publishers/${id}/members/${body.id}`;
      expect(await app.api.as(guest).post(`${target}/accept`)).toMatchObject({
        status: 403,
        body: { error: 'publisher_banned' },
      });
      expect((await app.api.as(guest).delete(target)).status).toBe(204);
    });
  });

  it('never reach so far that a publisher loses its last owner, not even for an admin', async () => {
    const publisher = await given.publisher();
    const target = `/publishers/${publisher.id}/members/${await memberIdOf(publisher, publisher.owner)}`;
    const refused = { status: 409, body: { error: 'last_owner' } };
    expect(await app.api.as(admin).delete(target)).toMatchObject(refused);
    expect(await app.api.as(admin).put(target, { role: 'member' })).toMatchObject(refused);
  });

  describe('of an invitation', () => {
    it('is not for others to accept, and hidden from strangers', async () => {
      const publisher = await given.publisher();
      const guest = await app.caller();
      const members = `/publishers/${publisher.id}/members`;
      const { body } = await app.api.as(publisher.owner).post(members, { user_id: guest.user.id });
      const accept = (who: Caller) => app.api.as(who).post(`${members}/${body.id}/accept`);
      for (const who of [publisher.owner, await given.member(publisher), admin]) {
        expect(await accept(who)).toMatchObject({ status: 403, body: { error: 'not_your_invitation' } });
      }
      expect(await accept(await app.caller())).toMatchObject({
        status: 404,
        body: { error: 'member_not_found' },
      });
      // Until it is accepted it gives nothing: neither a right nor a view.
      expect((await app.api.as(guest).get(members)).body).toHaveLength(2);
      expect((await app.api.as(guest).put(`/publishers/${publisher.id}`, { name: 'x' })).body.error).toBe(
        'not_a_member',
      );
      expect((await accept(guest)).status).toBe(200);
      expect((await app.api.as(guest).get(members)).body).toHaveLength(3);
    });

    it('as owner gives the rights of an owner only when it is accepted', async () => {
      const { id, owner } = await given.publisher();
      const guest = await app.caller();
      const { body } = await app.api
        .as(owner)
        .post(`/publishers/${id}/members`, { user_id: guest.user.id, role: 'owner' });
      const rename = () => app.api.as(guest).put(`/publishers/${id}`, { name: 'Mine' });
      expect((await rename()).status).toBe(403);
      await app.api.as(guest).post(`/publishers/${id}/members/${body.id}/accept`);
      expect((await rename()).status).toBe(200);
    });
  });
});
