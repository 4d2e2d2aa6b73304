import { Client } from 'pg';
import { NodesService } from '#libs/registry/nodes';
import { GivenRegistry } from '../../support/given-registry.js';
import { TestApp } from '../../support/test-app.js';

describe('download counters', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ DOWNLOAD_FLUSH_MS: '100' });
  });
  afterAll(() => app.stop());

  it('lose nothing among batches, wait for no lock, and write the rest at a clean stop', async () => {
    const given = new GivenRegistry(app);
    const [busy, quiet] = [await given.node(), await given.node()];
    const nodes = app.get(NodesService);
    const client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
    await client.query('begin');
    await client.query('select from nodes where id = $1 for update', [busy.id]);
    for (let count = 0; count < 500; count++) nodes.countDownload(busy.id);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await app.api.get(`/nodes/${busy.id}`)).body.downloads).toBe(0);
    for (let count = 0; count < 500; count++) nodes.countDownload(busy.id);
    await client.query('commit');
    let shown = 0;
    for (let wait = 0; wait < 200 && shown < 1_000; wait++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      shown = (await app.api.get(`/nodes/${busy.id}`)).body.downloads;
    }
    expect(shown).toBe(1_000);
    for (let count = 0; count < 77; count++) nodes.countDownload(quiet.id);
    nodes.countDownload('no-such-node');
    await app.app.close();
    const { rows } = await client.query<{ downloads: number }>('select downloads from nodes where id = $1', [
      quiet.id,
    ]);
    expect(rows).toEqual([{ downloads: 77 }]);
    await client.end();
  });
});
