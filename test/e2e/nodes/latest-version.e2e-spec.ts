import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { NodesService } from '#libs/registry/nodes';
import { TransactionRunner } from '#libs/platform/database';
import { GivenRegistry } from '../../support/given-registry.js';
import { TestApp } from '../../support/test-app.js';

describe('the latest version of a node', () => {
  let app: TestApp;
  let given: GivenRegistry;
  let client: Client;

  beforeAll(async () => {
    app = await TestApp.start();
    given = new GivenRegistry(app);
    client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await app.stop();
  });

  /** In a transaction that `then` may let fail. */
  async function setLatest(nodeId: string, versionId: string | null, then = () => {}): Promise<void> {
    const nodes = app.get(NodesService);
    await app.get(TransactionRunner).run(async (scope) => {
      await nodes.setLatestVersion(scope, await nodes.lock(scope, nodeId), versionId, false);
      then();
    });
  }

  async function version(nodeId: string, number: string, appNodeName: string): Promise<string> {
    const id = randomUUID();
    await client.query(
      `insert into node_versions (id, node_id, version, sort_key, is_prerelease, upload_deadline, status,
         archive_key, archive_sha256, dependencies, tags_admin)
       values ($1, $2, $3, $3, false, now(), 'NodeVersionStatusActive', 'a.zip', '\\xbeef', '{numpy}', '{checked}')`,
      [id, nodeId, number],
    );
    await client.query('insert into app_nodes (node_version_id, name) values ($1, $2)', [id, appNodeName]);
    return id;
  }

  it('is shown whole in every reply, and its app nodes are searched', async () => {
    const { id, owner, publisher } = await given.node();
    expect((await app.api.get(`/nodes/${id}`)).body).not.toHaveProperty('latest_version');
    const versionId = await version(id, '1.2.0', 'QuaggaSampler');
    await setLatest(id, versionId);
    const shown = (await app.api.get(`/nodes/${id}`)).body.latest_version;
    expect(shown).toEqual((await app.api.get(`/nodes/${id}/versions/1.2.0`)).body);
    expect(shown).toMatchObject({
      id: versionId,
      node_id: id,
      version: '1.2.0',
      sha256: 'beef',
      dependencies: ['numpy'],
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      tags_admin: [],
    });
    expect((await app.api.as(owner).get(`/nodes/${id}`)).body.latest_version.tags_admin).toEqual(['checked']);
    for (const list of [
      `/nodes?publisher_id=${publisher.id}`,
      '/nodes/search?app_node_search=quaggasampler',
    ]) {
      expect((await app.api.get(list)).body.nodes).toMatchObject([{ id, latest_version: { id: versionId } }]);
    }
  });

  it('takes its app nodes out of the search when it goes', async () => {
    const { id } = await given.node();
    await setLatest(id, await version(id, '0.1.0', 'OkapiLoader'));
    await setLatest(id, null);
    expect((await app.api.get(`/nodes/${id}`)).body).not.toHaveProperty('latest_version');
    expect((await app.api.get('/nodes/search?app_node_search=okapiloader')).body.total).toBe(0);
  });

  it('does not outlive a rollback', async () => {
    const { id } = await given.node();
    const failing = setLatest(id, await version(id, '3.0.0', 'BongoMask'), () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await app.api.get(`/nodes/${id}`)).body).not.toHaveProperty('latest_version');
    expect((await app.api.get('/nodes/search?app_node_search=bongomask')).body.total).toBe(0);
  });
});
