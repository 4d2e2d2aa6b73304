import { DomainEvents } from '#libs/platform/events';
import { NodeVisibilityChanged } from '#libs/registry/nodes';
import { GivenRegistry } from '../../support/given-registry.js';
import { type Caller, TestApp } from '../../support/test-app.js';

describe('moderation of nodes', () => {
  let app: TestApp;
  let given: GivenRegistry;
  let admin: Caller;
  const events: NodeVisibilityChanged[] = [];

  beforeAll(async () => {
    app = await TestApp.start();
    given = new GivenRegistry(app);
    admin = await given.admin();
    app.get(DomainEvents).subscribe(NodeVisibilityChanged, (event) => {
      events.push(event);
      return Promise.resolve();
    });
  });
  beforeEach(() => events.splice(0));
  afterAll(() => app.stop());

  const lastSerial = async (): Promise<string> => (await app.api.get('/changes?limit=1000')).body.last_serial;
  const changesSince = async (serial: string): Promise<unknown[]> =>
    (await app.api.get(`/changes?since=${serial}`)).body.changes.map(
      ({ kind, action, node_id: id }: Record<string, string>) => `${kind} ${action} ${id ?? ''}`.trim(),
    );
  const isListed = async (id: string): Promise<boolean[]> => {
    const lists = [
      `/nodes/search?search=${id}`,
      `/nodes/search?search=${id}&sort=newest`,
      '/nodes?limit=100',
    ];
    const replies = await Promise.all(lists.map((list) => app.api.get(list)));
    return replies.map(({ body }) => body.nodes.some((node: { id: string }) => node.id === id));
  };

  it('takes a new reason for a ban that stands', async () => {
    const { id, owner } = await given.node();
    const ban = (reason: string) => app.api.as(admin).post(`/nodes/${id}/ban`, { reason });
    await ban('looks odd');
    expect((await ban('steals keys')).body.status_detail).toBe('steals keys');
    await ban('steals keys');
    expect((await app.api.as(owner).get(`/nodes/${id}`)).body.status_detail).toBe('steals keys');
    const audit = await app.api.as(admin).get(`/admin/audit?target_id=${id}&actor_id=${admin.user.id}`);
    expect(audit.body.entries).toMatchObject([{ reason: 'steals keys' }, { reason: 'looks odd' }]);
    expect(audit.body.entries).toHaveLength(2);
  });

  it('bans and unbans a node below its publisher, and none of another one', async () => {
    const { id, publisher } = await given.node();
    const other = await given.publisher();
    const below = (of: string, act: string) =>
      app.api.as(admin).post(`/publishers/${of}/nodes/${id}/${act}`, { reason: 'steals keys' });
    expect(await below(other.id, 'ban')).toMatchObject({ status: 404, body: { error: 'node_not_found' } });
    expect(await below(publisher.id, 'ban')).toMatchObject({
      status: 200,
      body: { status: 'NodeStatusBanned', status_detail: 'steals keys' },
    });
    expect((await app.api.get(`/nodes/${id}`)).status).toBe(403);
    expect((await below(other.id, 'unban')).status).toBe(404);
    expect((await below(publisher.id, 'unban')).body.status).toBe('NodeStatusActive');
    expect((await app.api.get(`/nodes/${id}`)).status).toBe(200);
  });

  it('hides a banned node from the public, tells its members why, and brings it back as it was', async () => {
    const { id, publisher, owner } = await given.node({ fields: { name: 'Spotless', tags: ['t'] } });
    await app.api.as(admin).put(`/admin/nodes/${id}`, { status_detail: 'verified' });
    const member = await given.member(publisher);
    const before = (await app.api.get(`/nodes/${id}`)).body;
    const since = await lastSerial();
    const banned = await app.api.as(admin).post(`/nodes/${id}/ban`, { reason: 'steals keys' });
    expect(banned).toMatchObject({
      status: 200,
      body: { status: 'NodeStatusBanned', status_detail: 'steals keys' },
    });
    const refused = await app.api.get(`/nodes/${id}`);
    expect(refused).toMatchObject({ status: 403, body: { error: 'node_banned' } });
    expect(await isListed(id)).toEqual([false, false, false]);
    for (const inside of [owner, member]) {
      expect((await app.api.as(inside).get(`/nodes/${id}`)).body.status_detail).toBe('steals keys');
      const own = await app.api.as(inside).get(`/publishers/${publisher.id}/nodes`);
      expect(own.body).toMatchObject([{ id, status: 'NodeStatusBanned', status_detail: 'steals keys' }]);
    }
    expect((await app.api.get(`/publishers/${publisher.id}/nodes`)).body).toEqual([]);
    const target = `/publishers/${publisher.id}/nodes/${id}`;
    expect(await app.api.as(owner).put(target, { name: 'x' })).toMatchObject({
      status: 403,
      body: { error: 'node_banned' },
    });
    expect((await app.api.as(owner).delete(target)).status).toBe(403);
    expect((await app.api.as(owner).post(`/nodes/${id}/translations`, { translations: {} })).status).toBe(
      403,
    );
    await app.api.as(admin).post(`/nodes/${id}/unban`, { reason: 'mistake' });
    expect((await app.api.get(`/nodes/${id}`)).body).toEqual(before);
    expect(await isListed(id)).toEqual([true, true, true]);
    expect(await changesSince(since)).toEqual([`node delete ${id}`, `node upsert ${id}`]);
    expect(events).toEqual([new NodeVisibilityChanged([id], false), new NodeVisibilityChanged([id], true)]);
    const audit = await app.api.as(admin).get(`/admin/audit?target_id=${id}&actor_id=${admin.user.id}`);
    expect(audit.body.entries).toMatchObject([
      {
        action: 'node.unban',
        reason: 'mistake',
        before: { status: 'NodeStatusBanned' },
        after: { status: 'NodeStatusActive' },
      },
      {
        action: 'node.ban',
        reason: 'steals keys',
        before: { status: 'NodeStatusActive' },
        after: { status: 'NodeStatusBanned' },
      },
      { action: 'node.update' },
    ]);
  });

  it('keeps bans to admins, and to nodes that are there', async () => {
    const { id, owner } = await given.node();
    for (const act of ['ban', 'unban']) {
      expect((await app.api.post(`/nodes/${id}/${act}`, {})).status).toBe(401);
      expect((await app.api.as(owner).post(`/nodes/${id}/${act}`, {})).status).toBe(403);
      expect((await app.api.as(admin).post(`/nodes/no-such/${act}`, { reason: 'x' })).status).toBe(404);
    }
    expect((await app.api.as(owner).put(`/admin/nodes/${id}`, {})).status).toBe(403);
    expect((await app.api.as(admin).put('/admin/nodes/no-such', {})).status).toBe(404);
  });

  it('hides all nodes of a banned publisher and restores exactly those that were visible', async () => {
    const publisher = await given.publisher();
    const shown = await given.node({ publisher });
    const banned = await given.node({ publisher });
    const deleted = await given.node({ publisher });
    await app.api.as(admin).post(`/nodes/${banned.id}/ban`, { reason: 'bad' });
    await app.api.as(publisher.owner).delete(`/publishers/${publisher.id}/nodes/${deleted.id}`);
    events.splice(0);
    const since = await lastSerial();
    await app.api.as(admin).post(`/publishers/${publisher.id}/ban`, { reason: 'spam' });
    const refused = await app.api.get(`/nodes/${shown.id}`);
    expect(refused).toMatchObject({ status: 403, body: { error: 'publisher_banned' } });
    expect(await isListed(shown.id)).toEqual([false, false, false]);
    expect((await app.api.get(`/publishers/${publisher.id}/nodes`)).status).toBe(403);
    expect((await app.api.as(publisher.owner).get(`/nodes/${shown.id}`)).status).toBe(200);
    expect(
      (await app.api.as(publisher.owner).put(`/publishers/${publisher.id}/nodes/${shown.id}`, {})).status,
    ).toBe(403);
    const rater = await app.caller();
    expect((await app.api.as(rater).post(`/nodes/${shown.id}/reviews?star=1`)).status).toBe(403);
    await app.api.as(admin).post(`/publishers/${publisher.id}/unban`, { reason: '' });
    expect(await isListed(shown.id)).toEqual([true, true, true]);
    expect((await app.api.as(publisher.owner).get(`/nodes/${shown.id}`)).body).toEqual(shown.body);
    expect((await app.api.get(`/nodes/${shown.id}`)).status).toBe(200);
    expect((await app.api.get(`/nodes/${banned.id}`)).body.error).toBe('node_banned');
    expect((await app.api.get(`/nodes/${deleted.id}`)).status).toBe(404);
    expect((await app.api.as(admin).get(`/admin/nodes/${deleted.id}`)).body).toMatchObject({
      id: deleted.id,
      status: 'NodeStatusDeleted',
    });
    expect(await isListed(banned.id)).toEqual([false, false, false]);
    expect(await changesSince(since)).toEqual([
      `node delete ${shown.id}`,
      'publisher upsert',
      `node upsert ${shown.id}`,
      'publisher upsert',
    ]);
    expect(events).toEqual([
      new NodeVisibilityChanged([shown.id], false),
      new NodeVisibilityChanged([shown.id], true),
    ]);
  });

  it('leaves no node findable that was created while its publisher was being banned', async () => {
    for (let round = 0; round < 5; round++) {
      const publisher = await given.publisher();
      const ids = Array.from({ length: 8 }, () => given.id('late'));
      const creations = ids.map((id) =>
        app.api.as(publisher.owner).put(`/publishers/${publisher.id}/nodes/${id}`, {}),
      );
      const ban = app.api.as(admin).post(`/publishers/${publisher.id}/ban`, { reason: 'race' });
      const statuses = (await Promise.all([...creations, ban])).map(({ status }) => status);
      expect(statuses.every((status) => status === 200 || status === 403)).toBe(true);
      for (const id of ids) expect((await app.api.get(`/nodes/search?search=${id}`)).body.nodes).toEqual([]);
    }
  });

  it('finds a publisher that was renamed under its new name', async () => {
    const { id, publisher, owner } = await given.node();
    await app.api.as(owner).put(`/publishers/${publisher.id}`, { name: 'Renamedhouse' });
    const found = await app.api.get('/nodes/search?search=renamedhouse');
    expect(found.body.nodes).toMatchObject([{ id, publisher: { name: 'Renamedhouse' } }]);
  });

  describe('POST /nodes/:nodeId/transfer', () => {
    it('gives a node from one publisher of the caller to another', async () => {
      const { id, publisher, owner } = await given.node();
      const target = await given.publisher({ owner });
      const reply = await app.api
        .as(owner)
        .post(`/nodes/${id}/transfer`, { publisher_id: target.id, reason: 'merger' });
      expect(reply).toMatchObject({ status: 200, body: { id, publisher: { id: target.id } } });
      expect((await app.api.get(`/publishers/${publisher.id}/nodes`)).body).toEqual([]);
      expect((await app.api.get(`/nodes/search?search=${target.id}`)).body.nodes).toMatchObject([{ id }]);
      expect((await app.api.as(owner).put(`/publishers/${publisher.id}/nodes/${id}`, {})).status).toBe(409);
      const audit = await app.api.as(admin).get(`/admin/audit?target_id=${id}&action=node.transfer`);
      expect(audit.body.entries).toMatchObject([
        {
          action: 'node.transfer',
          reason: 'merger',
          before: { publisher_id: publisher.id },
          after: { publisher_id: target.id },
        },
      ]);
      expect(events).toHaveLength(1);
    });

    it('needs an owner of both, or an admin', async () => {
      const { id, publisher, owner } = await given.node();
      const other = await given.publisher();
      const body = { publisher_id: other.id };
      const member = await given.member(publisher);
      expect((await app.api.as(owner).post(`/nodes/${id}/transfer`, body)).body.error).toBe('not_a_member');
      expect((await app.api.as(other.owner).post(`/nodes/${id}/transfer`, body)).body.error).toBe(
        'not_a_member',
      );
      expect((await app.api.as(member).post(`/nodes/${id}/transfer`, body)).body.error).toBe(
        'owner_required',
      );
      expect((await app.api.post(`/nodes/${id}/transfer`, body)).status).toBe(401);
      expect(
        (await app.api.as(owner).post(`/nodes/${id}/transfer`, { publisher_id: 'no-such' })).status,
      ).toBe(404);
      expect((await app.api.as(owner).post(`/nodes/${id}/transfer`, {})).status).toBe(400);
      expect((await app.api.as(admin).post(`/nodes/${id}/transfer`, body)).status).toBe(200);
    });
  });
});
