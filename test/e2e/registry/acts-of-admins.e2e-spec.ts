import { GivenRegistry } from '../../support/given-registry.js';
import { packageOf, Publishing, type Team } from '../../support/publishing.js';
import { type Caller, TestApp } from '../../support/test-app.js';

describe('acts of admins in publishers of others', () => {
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

  const auditOf = async (targetId: string): Promise<unknown[]> =>
    (
      await app.api
        .as(admin)
        .get(`/admin/audit?actor_id=${admin.user.id}&target_id=${encodeURIComponent(targetId)}`)
    ).body.entries;
  const publish = async (team: Team): Promise<string> => {
    const nodeId = given.id('node');
    await publishing.publish(team, nodeId, '1.0.0', packageOf(nodeId));
    return nodeId;
  };

  it('are in the audit log when they remove a node', async () => {
    const { id, publisher } = await given.node();
    const removed = await app.api.as(admin).delete(`/publishers/${publisher.id}/nodes/${id}`);
    expect(removed.status).toBe(204);
    expect(await auditOf(id)).toMatchObject([
      {
        action: 'node.delete',
        actor_id: admin.user.id,
        before: { status: 'NodeStatusActive' },
        after: { status: 'NodeStatusDeleted' },
      },
    ]);
  });

  it('are in the audit log when they edit a node, by either way', async () => {
    const { id, publisher } = await given.node();
    const path = `/publishers/${publisher.id}/nodes/${id}`;
    expect((await app.api.as(publisher.owner).put(path, { description: 'Ours' })).status).toBe(200);
    expect((await app.api.as(admin).put(path, { description: 'Theirs' })).status).toBe(200);
    const translated = { translations: { de: { name: 'Knoten' } } };
    expect((await app.api.as(admin).post(`/nodes/${id}/translations`, translated)).status).toBe(201);
    expect((await app.api.as(admin).put(`/admin/nodes/${id}`, { tags: ['kept'] })).status).toBe(200);
    expect(await auditOf(id)).toMatchObject([
      { action: 'node.update', before: { tags: [] }, after: { tags: ['kept'] } },
      { action: 'node.update', before: { translations: {} }, after: translated },
      { action: 'node.update', before: { description: 'Ours' }, after: { description: 'Theirs' } },
    ]);
  });

  it('are in the audit log when they edit or remove a version, which tells its owner who did', async () => {
    const team = await publishing.team();
    const nodeId = await publish(team);
    const path = `/publishers/${team.id}/nodes/${nodeId}/versions/1.0.0`;
    expect((await app.api.as(admin).put(path, { deprecated: true })).status).toBe(200);
    expect((await app.api.as(admin).delete(path)).status).toBe(204);
    expect(await auditOf(`${nodeId}@1.0.0`)).toMatchObject([
      {
        action: 'node_version.delete',
        before: { status: 'NodeVersionStatusActive' },
        after: { status: 'NodeVersionStatusDeleted' },
      },
      { action: 'node_version.update', before: { deprecated: false }, after: { deprecated: true } },
    ]);
    const own = await app.api
      .as(team.owner)
      .get(`/nodes/${nodeId}/versions?statuses=NodeVersionStatusDeleted`);
    expect(own.body).toMatchObject([{ version: '1.0.0', status_reason: 'Deleted by an admin.' }]);
  });

  it('are in the audit log when they remove a publisher', async () => {
    const { id } = await given.publisher();
    expect((await app.api.as(admin).delete(`/publishers/${id}`)).status).toBe(204);
    expect(await auditOf(id)).toMatchObject([{ action: 'publisher.delete', actor_id: admin.user.id }]);
  });
});
