import { GivenRegistry, type GivenNode } from '../../support/given-registry.js';
import { Publishing } from '../../support/publishing.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';

describe('what belongs to others, is deleted or banned', () => {
  let app: TestApp;
  let given: GivenRegistry;
  let publishing: Publishing;
  let admin: ApiClient;
  let node: GivenNode;
  let other: GivenNode;
  let stranger: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
    given = new GivenRegistry(app);
    publishing = new Publishing(app);
    admin = app.api.as(await given.admin());
    node = await published();
    other = await given.node();
    stranger = app.api.as(other.owner);
  });
  afterAll(() => app.stop());

  async function published(): Promise<GivenNode> {
    const made = await given.node();
    await publishing.publish(made.publisher, made.id, '1.0.0');
    return made;
  }

  /** The node, named below a publisher that it does not belong to. */
  const strangerAt = (rest = '') => `/publishers/${other.publisher.id}/nodes/${node.id}${rest}`;

  it('does not let it be reached through the own publisher', async () => {
    const taken = { status: 409, body: { error: 'node_taken' } };
    expect(await stranger.put(strangerAt(), { name: 'Mine' })).toMatchObject(taken);
    expect(
      await stranger.post(strangerAt('/versions'), { node_version: { version: '9.0.0' } }),
    ).toMatchObject(taken);
    const absent = { status: 404, body: { error: 'node_not_found' } };
    expect(await stranger.delete(strangerAt())).toMatchObject(absent);
    expect(await stranger.put(strangerAt('/versions/1.0.0'), { deprecated: true })).toMatchObject(absent);
    expect(await stranger.delete(strangerAt('/versions/1.0.0'))).toMatchObject(absent);
    expect((await app.api.get(`/nodes/${node.id}`)).body).toMatchObject({
      name: node.id,
      latest_version: { version: '1.0.0', deprecated: false },
    });
  });

  it('does not find a version of one node under another by its id', async () => {
    const { id } = (await app.api.get(`/nodes/${node.id}/versions/1.0.0`)).body;
    expect((await app.api.get(`/nodes/${other.id}/versions/${id}`)).status).toBe(404);
    const foreign = `/publishers/${other.publisher.id}/nodes/${other.id}/versions/${id}`;
    expect((await stranger.put(foreign, { deprecated: true })).status).toBe(404);
    expect((await stranger.delete(foreign)).status).toBe(404);
    expect((await admin.put(`/admin/nodes/${other.id}/versions/${id}`, {})).status).toBe(404);
  });

  it('treats a deleted node as absent in all but its revival', async () => {
    const gone = await published();
    const api = app.api.as(gone.owner);
    const at = `/publishers/${gone.publisher.id}/nodes/${gone.id}`;
    expect((await api.delete(at)).status).toBe(204);
    const replies = [
      await api.delete(at),
      await api.put(`${at}/versions/1.0.0`, { deprecated: true }),
      await api.delete(`${at}/versions/1.0.0`),
      await api.get(`/nodes/${gone.id}`),
      await api.get(`/nodes/${gone.id}/versions`),
      await api.get(`/nodes/${gone.id}/versions/1.0.0/archive`),
      await api.get(`/nodes/${gone.id}/install`),
      await api.post(`/nodes/${gone.id}/reviews?star=5`),
      await api.post(`/nodes/${gone.id}/translations`, { translations: {} }),
      await api.post(`/nodes/${gone.id}/transfer`, { publisher_id: gone.publisher.id }),
      await admin.post(`/nodes/${gone.id}/ban`, { reason: 'spam' }),
    ];
    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 404, body: { error: 'node_not_found' } });
    }
    expect((await app.api.get(`/app-nodes?node_id=${gone.id}`)).body.total).toBe(0);
    expect((await api.put(at, {})).status).toBe(200);
    expect((await app.api.get(`/nodes/${gone.id}/install`)).body.version).toBe('1.0.0');
  });

  it('lets the publisher of a banned node change nothing about it', async () => {
    const banned = await published();
    const api = app.api.as(banned.owner);
    const at = `/publishers/${banned.publisher.id}/nodes/${banned.id}`;
    await admin.post(`/nodes/${banned.id}/ban`, { reason: 'spam' });
    const target = await given.publisher({ owner: banned.owner });
    for (const reply of [
      await api.put(at, { name: 'x' }),
      await api.delete(at),
      await api.post(`${at}/versions`, { node_version: { version: '2.0.0' } }),
      await api.put(`${at}/versions/1.0.0`, { deprecated: true }),
      await api.delete(`${at}/versions/1.0.0`),
      await api.post(`/nodes/${banned.id}/translations`, { translations: { de: { name: 'x' } } }),
      await api.post(`/nodes/${banned.id}/transfer`, { publisher_id: target.id }),
    ]) {
      expect(reply).toMatchObject({ status: 403, body: { error: 'node_banned' } });
    }
  });
});
