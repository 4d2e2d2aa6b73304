import { GivenRegistry } from '../../support/given-registry.js';
import { TestApp } from '../../support/test-app.js';

describe('DELETE /publishers/:publisherId/nodes/:nodeId', () => {
  let app: TestApp;
  let given: GivenRegistry;

  beforeAll(async () => {
    app = await TestApp.start();
    given = new GivenRegistry(app);
  });
  afterAll(() => app.stop());

  it('takes the node out of everything, keeps its id, and PUT revives it as it was', async () => {
    const { id, publisher, owner } = await given.node({ fields: { name: 'Phoenix', tags: ['ash'] } });
    const before = (await app.api.get(`/nodes/${id}`)).body;
    const target = `/publishers/${publisher.id}/nodes/${id}`;
    const since = (await app.api.get('/changes?limit=1000')).body.last_serial;
    const reply = await app.api.as(owner).delete(`/publishers/${publisher.id}/nodes/${id.toUpperCase()}`);
    expect(reply).toMatchObject({ status: 204, body: undefined });
    for (const reader of [app.api, app.api.as(owner), app.api.as(await given.admin())]) {
      expect(await reader.get(`/nodes/${id}`)).toMatchObject({
        status: 404,
        body: { error: 'node_not_found' },
      });
    }
    expect((await app.api.get('/nodes/search?search=phoenix')).body.total).toBe(0);
    expect((await app.api.as(owner).get(`/publishers/${publisher.id}/nodes`)).body).toEqual([]);
    const thief = await given.publisher();
    expect((await app.api.as(thief.owner).put(`/publishers/${thief.id}/nodes/${id}`, {})).status).toBe(409);
    expect((await app.api.as(owner).post(`/publishers/${publisher.id}/nodes`, { id })).status).toBe(409);
    expect((await app.api.as(owner).delete(target)).status).toBe(404);
    expect((await app.api.as(owner).delete(`/publishers/${publisher.id}`)).body.error).toBe(
      'publisher_has_nodes',
    );
    const revived = await app.api.as(owner).put(target, before);
    expect(revived.status).toBe(200);
    expect((await app.api.get(`/nodes/${id}`)).body).toEqual(before);
    expect((await app.api.get('/nodes/search?search=phoenix')).body.total).toBe(1);
    const { changes } = (await app.api.get(`/changes?since=${since}`)).body;
    const own = changes.filter((change: { node_id: string }) => change.node_id === id);
    expect(own.map(({ action }: { action: string }) => action)).toEqual(['delete', 'upsert']);
  });

  it('answers for a missing node and for another publisher’s alike, and needs rights', async () => {
    const { id, publisher, owner } = await given.node();
    const other = await given.publisher();
    const foreign = await app.api.as(other.owner).delete(`/publishers/${other.id}/nodes/${id}`);
    expect(foreign).toMatchObject({
      status: 404,
      body: { error: 'node_not_found', message: `There is no node ${id}.` },
    });
    expect((await app.api.as(owner).delete(`/publishers/${publisher.id}/nodes/no-such`)).status).toBe(404);
    expect((await app.api.as(other.owner).delete(`/publishers/${publisher.id}/nodes/${id}`)).status).toBe(
      403,
    );
    expect((await app.api.delete(`/publishers/${publisher.id}/nodes/${id}`)).status).toBe(401);
    expect((await app.api.get(`/nodes/${id}`)).status).toBe(200);
  });

  it('lets one of twenty concurrent deletions succeed', async () => {
    const { id, publisher, owner } = await given.node();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => app.api.as(owner).delete(`/publishers/${publisher.id}/nodes/${id}`)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([
      204,
      ...Array.from({ length: 19 }, () => 404),
    ]);
  });
});
