import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { NewerVersion } from '../../support/newer-version.js';
import { Program } from '../../support/program.js';
import { createTestDatabase, rowsOf } from '../../support/test-database.js';

const MARK = '-- of another version';
const FILE = 'dist/libs/accounts/ledger/sql/ledger.sql';
const VERSION_FILE = 'dist/libs/platform/database/src/schema/sql-functions.js';

describe('the functions of the database', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let newer: NewerVersion;

  beforeEach(async () => {
    database = await createTestDatabase();
    newer = await NewerVersion.with([]);
  });
  afterEach(async () => {
    await newer.remove();
    await database.drop();
  });

  /** Writes a function of the other version differently. */
  async function changeFunction(): Promise<void> {
    const before = 'perform pg_advisory_xact_lock';
    const file = path.join(newer.root, FILE);
    await writeFile(file, (await readFile(file, 'utf8')).replace(before, `${MARK}\n  ${before}`));
  }

  async function raiseVersion(): Promise<void> {
    const file = path.join(newer.root, VERSION_FILE);
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      text.replace(/FUNCTIONS_VERSION = (\d+)/, (_, version) => `FUNCTIONS_VERSION = ${Number(version) + 1}`),
    );
  }

  async function migrate(root?: string): Promise<string> {
    const program = Program.start('migrate', { DATABASE_URL: database.url }, [], root);
    expect([await program.end(), program.errors]).toEqual([0, expect.not.stringContaining('rror')]);
    return program.output;
  }

  async function isOfNewer(): Promise<boolean> {
    const sql = `select prosrc like '%${MARK}%' as "isOfNewer" from pg_proc where proname = 'apply_credit_transfers'`;
    return (await rowsOf<{ isOfNewer: boolean }>(database.url, sql))[0]?.isOfNewer ?? false;
  }

  it('are brought up to date once by those that start together, and stay beside an older program', async () => {
    await changeFunction();
    await raiseVersion();
    const said = await Promise.all([1, 2, 3].map(() => migrate(newer.root)));
    expect(said.sort()).toEqual([
      'Ran SqlFunctions.\n',
      'The schema is up to date: nothing to do.\n',
      'The schema is up to date: nothing to do.\n',
    ]);
    expect(await isOfNewer()).toBe(true);
    expect(await migrate()).toBe('The schema is up to date: nothing to do.\n');
    expect(await isOfNewer()).toBe(true);
  });

  it('follow what a developer edits, without a new version', async () => {
    await changeFunction();
    expect(await migrate(newer.root)).toBe('Ran SqlFunctions.\n');
    expect(await isOfNewer()).toBe(true);
  });

  it('are as they were where a file cannot be run', async () => {
    await changeFunction();
    await appendFile(path.join(newer.root, FILE), 'create or replace function no such thing;');
    const program = Program.start('migrate', { DATABASE_URL: database.url }, [], newer.root);
    expect(await program.end()).toBe(1);
    expect(await isOfNewer()).toBe(false);
  });
});
