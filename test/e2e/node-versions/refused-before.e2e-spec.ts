import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { allMigrations, isAfter, onDatabase } from '../../support/migrations.js';
import { createTestDatabase } from '../../support/test-database.js';

/** The last one before refused archives were marked. */
const BEFORE = '1763931900000';
const NOT_ACCEPTED = 'The archive was not accepted.';

/** Versions as the service of that time left them: status, reason, and what was noted of their app nodes. */
const VERSIONS = [
  ['1.0.0', 'Flagged', 'not_a_zip: The file is not a zip archive.', NOT_ACCEPTED, 'not_a_zip'],
  ['1.0.1', 'Flagged', 'The archive could not be checked.', NOT_ACCEPTED, 'not_checked'],
  ['1.0.2', 'Deleted', 'Deleted by its publisher.', NOT_ACCEPTED, 'not_checked'],
  ['1.0.3', 'Flagged', 'Looks odd.', '', null],
  ['1.0.4', 'Active', '', NOT_ACCEPTED, null],
] as const;

describe('versions that were refused before this was marked', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;

  beforeAll(async () => {
    database = await createTestDatabase({ isEmpty: true });
  });
  afterAll(() => database.drop());

  async function putRows(dataSource: DataSource): Promise<void> {
    await dataSource.query(`insert into publishers (id, name) values ('team', 'Team')`);
    await dataSource.query(
      `insert into nodes (id, id_key, look_alike_key, publisher_id, name) values ('n', 'n', 'n', 'team', 'N')`,
    );
    for (const [version, status, reason, extraction] of VERSIONS)
      await dataSource.query(
        `insert into node_versions (id, node_id, version, sort_key, is_prerelease, status, status_reason,
                                    app_node_extract_reason, upload_deadline)
         values ($1, 'n', $2, $2, false, $3, $4, $5, now())`,
        [uuidv7(), version, `NodeVersionStatus${status}`, reason, extraction],
      );
  }

  it('are marked, and those that an admin flagged or approved are not', async () => {
    const classes = await allMigrations();
    const early = classes.filter((migration) => !isAfter(migration, BEFORE));
    await onDatabase(database.url, early, (dataSource) => dataSource.runMigrations());
    await onDatabase(database.url, [], putRows);
    await onDatabase(database.url, classes, async (dataSource) => {
      const ran = await dataSource.runMigrations();
      const marks = 'select version, archive_refusal from node_versions order by version';
      const expected = VERSIONS.map(([version, , , , mark]) => ({ version, archive_refusal: mark }));
      expect(await dataSource.query(marks)).toEqual(expected);
      for (let left = ran.length; left > 0; left -= 1) await dataSource.undoLastMigration();
      await dataSource.runMigrations();
      expect(await dataSource.query(marks)).toEqual(expected);
    });
  });
});
