import { DataSource } from 'typeorm';
import { SearchRanking1763810200000 } from '../../../libs/platform/database/src/migrations/1763810200000-search-ranking.js';
import { LongPrereleaseNumbers1763810210000 } from '../../../libs/platform/database/src/migrations/1763810210000-long-prerelease-numbers.js';
import { RefreshSearchRanksJob } from '../../../libs/registry/nodes/src/jobs/refresh-search-ranks.job.js';
import { withFormerColumns } from '../../support/former-columns.js';
import { GivenRegistry } from '../../support/given-registry.js';
import { Publishing } from '../../support/publishing.js';
import { TestApp } from '../../support/test-app.js';

describe('keys that were stored before the order changed', () => {
  let app: TestApp;
  let given: GivenRegistry;

  beforeAll(async () => {
    app = await TestApp.start();
    given = new GivenRegistry(app);
  });
  afterAll(() => app.stop());

  const stored = (sql: string) => app.get(DataSource).query(sql);

  it('are rewritten for nodes with a search ranking as those of new nodes are written', async () => {
    const admin = app.api.as(await given.admin());
    for (const ranking of [0, 1, 2, 2 ** 31 - 1, -1, -(2 ** 31) + 1]) {
      const { id } = await given.node();
      const fields = { search_ranking: ranking, github_stars: 1_234_567 };
      expect((await admin.put(`/admin/nodes/${id}`, fields)).status).toBe(200);
    }
    const keys = () => stored('select id, rank_key, head from node_search order by id');
    const written = await keys();
    const runner = app.get(DataSource).createQueryRunner();
    const migration = new SearchRanking1763810200000();
    await withFormerColumns(runner, () => migration.down(runner));
    const before = await keys();
    expect(before.filter((row: unknown, at: number) => !same(row, written[at]))).toHaveLength(5);
    await withFormerColumns(runner, () => migration.up(runner));
    // Popularity came into the keys later, and without a migration.
    await app.get(RefreshSearchRanksJob).run({}, { signal: new AbortController().signal });
    expect(await keys()).toEqual(written);
    await runner.release();
  });

  it('are rewritten for pre-releases with long numbers, and the latest versions follow', async () => {
    const publishing = new Publishing(app);
    const team = await publishing.team();
    const versions = [
      '1.0.0-a.99999999999999999999',
      '1.0.0-a.100000000000000000000',
      '1.0.0-A-b.7',
      '1.0.0-9',
    ];
    for (const version of versions) await publishing.publish(team, 'nightly', version);
    await publishing.publish(team, 'other', '1.0.0-rc.12345678901234567');
    const state = async () => ({
      keys: await stored('select version, sort_key from node_versions order by version, node_id'),
      latest: await stored('select id, latest_version_id from nodes order by id'),
    });
    const written = await state();
    const runner = app.get(DataSource).createQueryRunner();
    const migration = new LongPrereleaseNumbers1763810210000();
    await withFormerColumns(runner, () => migration.down(runner));
    const before = await state();
    expect(before.keys).not.toEqual(written.keys);
    expect(before.latest).not.toEqual(written.latest);
    await withFormerColumns(runner, () => migration.up(runner));
    expect(await state()).toEqual(written);
    await runner.release();
  });
});

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
