import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { createTestDatabase } from './test-database.js';

const textOf = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, '__fixtures__', `${name}.sql`), 'utf8');

/** The last of the migrations that the first databases had, and the last one before the baseline. */
export const [FIRST_STATE, LAST_STATE] = ['1763701200000', '1763941400000'];

/** What each migration from before the baseline did, in their order. */
const MIGRATIONS = textOf('former-migrations')
  .split(/^-- (?=\w+\d{13}$)/m)
  .slice(1)
  .map((text) => {
    const [name = '', ...lines] = text.split('\n');
    return { name, number: name.slice(-13), statements: lines.join('\n').split(/^--;$/m) };
  });

const OWN_TABLE = `create table if not exists migrations (
  id serial constraint "PK_8c82d7f526340ab734260ea46be" primary key, "timestamp" bigint not null, name varchar not null)`;

export type FormerDatabase = {
  url: string;
  client: Client;
  /** Goes on by the former migrations until the one with this number. */
  goOnTo(number: string): Promise<void>;
  drop(): Promise<void>;
};

/** A database as it was before the baseline, with rows in every table of the first migrations unless it is to be empty. */
export async function formerDatabase(number: string, { isEmpty = false } = {}): Promise<FormerDatabase> {
  const database = await createTestDatabase({ isEmpty: true });
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(OWN_TABLE);
  let last = '';
  const goOnTo = async (until: string): Promise<void> => {
    for (const one of MIGRATIONS.filter((each) => each.number > last && each.number <= until)) {
      for (const statement of one.statements) await client.query(statement);
      await client.query('insert into migrations ("timestamp", name) values ($1, $2)', [
        one.number,
        one.name,
      ]);
    }
    last = until;
  };
  const drop = () => client.end().then(database.drop);
  await goOnTo(FIRST_STATE);
  if (!isEmpty) await client.query(textOf('rows-of-the-first'));
  await goOnTo(number);
  return { url: database.url, client, goOnTo, drop };
}

/** Adds rows to the tables that came later, to a database that has them all. */
export async function addLaterRows({ client }: FormerDatabase): Promise<void> {
  await client.query(textOf('rows-of-the-last'));
}

const LEFT_OUT: Record<string, readonly string[]> = {
  'public.access_tokens': ['node_id'],
  'public.credit_accounts': ['created_at'],
  'public.jobs': ['id', 'created_at', 'run_at'],
  'public.node_versions': ['appeal_until', 'provenance'],
  'public.nodes': ['quarantined_at', 'requires_trusted_publishing', 'icon_file', 'banner_file'],
  'public.publishers': ['review_reason', 'verified'],
  'public.registry_changes': ['advisory_id'],
  'public.vendor_orders': ['deadline_at'],
  'public.vendor_states': ['retried_at'],
  'public.webhook_endpoints': ['notices'],
};

/** All rows of the service by table, but for the moments at which a migration itself ran, and for columns that came later. */
export async function allRows({ client }: Pick<FormerDatabase, 'client'>): Promise<Record<string, string[]>> {
  const { rows: tables } = await client.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname = 'public' and tablename not in ('migrations', 'public_writes') order by 1`);
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const sql = `select (to_jsonb(entry) - $1::text[])::text as row from ${name} entry order by 1`;
    found[name] = (await client.query<{ row: string }>(sql, [LEFT_OUT[name] ?? []])).rows.map(
      ({ row }) => row,
    );
  }
  const { rows } = await client.query('select last_value from registry_changes_serial_seq');
  return { ...found, sequence: [JSON.stringify(rows)] };
}
