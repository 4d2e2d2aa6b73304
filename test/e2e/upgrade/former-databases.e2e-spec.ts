import {
  addLaterRows,
  allRows,
  FIRST_STATE,
  type FormerDatabase,
  formerDatabase,
  LAST_STATE,
} from '../../support/former-database.js';
import { Program } from '../../support/program.js';
import { TestApp } from '../../support/test-app.js';
import { createTestDatabase, rowsOf } from '../../support/test-database.js';

/** With columns in snake_case; before the ledger; and the last one that programs of before cannot go on beside. */
const STATES_BETWEEN = ['1763812000000', '1763930800000', '1763931900000'];
const BASELINE = '1763960000000';

/** Everything but columns whose order is of no account, and the names that PostgreSQL gives to `not null`. */
const SCHEMA = `
  select 'column ' || c.oid::regclass || ' ' || a.attname || ' ' || format_type(atttypid, atttypmod) || attnotnull ||
         attidentity::text || attgenerated::text || attstorage::text || attcollation::regcollation || coalesce(attstattarget, -1) ||
         coalesce(pg_get_expr(adbin, adrelid), '') as thing
    from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = attnum
   where relnamespace::regnamespace::text = 'public' and relkind in ('r', 'p') and relname <> 'migrations'
  union all
  select 'table ' || oid::regclass || relpersistence::text || coalesce(reloptions::text, '') from pg_class
   where relnamespace::regnamespace::text = 'public'
  union all
  select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || replace(pg_get_constraintdef(oid), ' NOT VALID', '')
    from pg_constraint where connamespace::regnamespace::text = 'public' and contype <> 'n'
  union all
  select indexdef from pg_indexes where schemaname = 'public'
  union all
  select pg_get_functiondef(oid) from pg_proc where pronamespace::regnamespace::text = 'public' and prolang <> 13 and prokind = 'f'
  union all
  select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
   where not tgisinternal and relnamespace::regnamespace::text = 'public'
  order by 1`;

describe('a database from before the baseline', () => {
  const databases: FormerDatabase[] = [];
  /** What the former migrations and then the baseline make of the first rows, and the schema of a new database. */
  const expected: { rows: Awaited<ReturnType<typeof allRows>>; schema: unknown } = { rows: {}, schema: [] };

  beforeAll(async () => {
    const [upgraded, empty] = await Promise.all([made(LAST_STATE), createTestDatabase()]);
    await migrate(upgraded);
    await upgraded.client.query('select count_node_list(0)');
    Object.assign(expected, { rows: await allRows(upgraded), schema: await schemaOf(empty.url) });
    await empty.drop();
  });
  afterEach(async () => {
    for (const database of databases.splice(0)) await database.drop();
  });

  async function made(number: string): Promise<FormerDatabase> {
    const database = await formerDatabase(number);
    databases.push(database);
    return database;
  }

  async function migrate({ url }: Pick<FormerDatabase, 'url'>): Promise<Program> {
    const program = Program.start('migrate', { DATABASE_URL: url });
    expect([await program.end(), program.errors.includes('rror')]).toEqual([0, false]);
    return program;
  }

  const schemaOf = (url: string) => rowsOf(url, SCHEMA);
  const needsOf = ({ url }: FormerDatabase) =>
    rowsOf<{ needs: string }>(url, 'select needs from migrations where "timestamp" = $1', [BASELINE]);

  it.each([FIRST_STATE, ...STATES_BETWEEN, LAST_STATE])(
    'of state %s gets the rows that the former migrations would have given it, in one step',
    async (state) => {
      const former = await made(state);
      await migrate(former);
      expect(await allRows(former)).toEqual(expected.rows);
      expect(await schemaOf(former.url)).toEqual(expected.schema);
      const stops = state < '1763931900000';
      expect(await needsOf(former)).toEqual([{ needs: stops ? BASELINE : '0' }]);
      expect((await migrate(former)).output).toBe('The schema is up to date: nothing to do.\n');
    },
  );

  it('is left as it is where it has run them all', async () => {
    const former = await made(LAST_STATE);
    await addLaterRows(former);
    const tables = `select oid, relname from pg_class where relkind = $1 and relname <> 'public_writes' order by 1`;
    const [rows, before] = [await allRows(former), await rowsOf(former.url, tables, ['r'])];
    expect((await migrate(former)).output).toMatch(
      new RegExp(`^Ran OwnQueue1763950000000, Baseline${BASELINE}, (\\w+, )*SqlFunctions\\.\n$`),
    );
    expect(await allRows(former)).toMatchObject(rows);
    expect(await rowsOf(former.url, tables, ['r'])).toEqual(expect.arrayContaining(before));

    await former.client.query('delete from migrations where "timestamp" = $1', [BASELINE]);
    expect((await migrate(former)).output).toBe(`Ran Baseline${BASELINE}, SqlFunctions.\n`);
    expect(await allRows(former)).toMatchObject(rows);
  });

  it('shows what it had: bans with their reasons, Korean words, the latest version', async () => {
    const former = await made(FIRST_STATE);
    await migrate(former);
    const app = await TestApp.start({ DATABASE_URL: former.url });
    const admin = app.api.as(await app.caller({ isAdmin: true }));
    const banOf = async (id: string) => {
      const { status, ban_reason, banned_at } = (await admin.get(`/publishers/${id}`)).body;
      return [status.replace('PublisherStatus', ''), ban_reason, banned_at];
    };
    expect(await banOf('banned-twice')).toEqual(['Banned', 'spam', '2026-01-02T00:00:00.000Z']);
    expect(await banOf('banned-unseen')).toEqual(['Banned', '', '2026-01-20T00:00:00.000Z']);
    expect(await banOf('unbanned')).toEqual(['Active', undefined, undefined]);
    expect((await admin.get('/nodes/old-ban')).body.status_detail).toBe('No reason was given.');
    expect((await app.api.get('/nodes/picture-maker')).body).toMatchObject({
      banner_url: 'https://banner.example',
      github_stars: 7,
      latest_version: { version: '1.0.0', supported_app_version: '>=1.2' },
    });
    for (const word of ['생성', '미지', '이미지생성기'])
      expect((await app.api.get(`/nodes/search?search=${word}`)).body.nodes).toMatchObject([
        { id: 'Picture-Maker' },
      ]);
    expect((await app.api.get('/nodes')).body.total).toBe(2);
    expect((await admin.get('/admin/ledger/check')).body).toMatchObject({ balanced: true });
    await app.stop();
  });
});
