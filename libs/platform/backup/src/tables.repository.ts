import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Client, escapeIdentifier } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { presentColumnName, RESTORED_SCHEMA } from '#libs/platform/database';
import type { Contents, TableContents } from './contents.js';

/** The schema of the tables, as a backup names it whatever it is called in a database. */
const OWN = 'public';
/** Made by migrations. */
const NOT_KEPT = ['migrations'];
const PATIENT = 'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; begin';

/** All rows of the service's tables, out of one moment and into an empty database. Table and column names are the catalogue's own. */
export class TablesRepository {
  private constructor(
    private readonly client: Client,
    private schema: string,
  ) {}

  /** The tables in the schema in which the connection makes some. */
  static async of(client: Client): Promise<TablesRepository> {
    const { rows } = await client.query<{ own: string }>('select current_schema() as own');
    return new TablesRepository(client, rows[0]?.own ?? OWN);
  }

  /** Everything read from now on is of this moment. */
  async beginReading(): Promise<void> {
    await this.client.query('set statement_timeout = 0');
    await this.client.query('begin isolation level repeatable read read only');
  }

  async contents(): Promise<Omit<Contents, 'format' | 'createdAt'>> {
    const migrations = await this.migrations();
    const tables = await this.client.query<TableContents>(
      `select '${OWN}.' || c.relname as "name", array_agg(quote_ident(a.attname) order by a.attnum) as "columns"
       from pg_class c
         join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       where n.nspname = $1 and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
         and c.relname <> all($2)
       group by 1 order by 1`,
      [this.schema, NOT_KEPT],
    );
    const sequences = await this.client.query<Contents['sequences'][number]>(
      `select '${OWN}.' || sequencename as "name", last_value::text as "lastValue"
       from pg_sequences where schemaname = $1 and last_value is not null and sequencename <> 'migrations_id_seq'`,
      [this.schema],
    );
    return { migrations, tables: tables.rows, sequences: sequences.rows };
  }

  /** Names of the migrations that ran; none in an empty database. */
  async migrations(): Promise<string[]> {
    const { rows: found } = await this.client.query(
      `select from pg_tables where schemaname = $1 and tablename = 'migrations'`,
      [this.schema],
    );
    if (found.length === 0) return [];
    const { rows } = await this.client.query<{ name: string }>(
      'select "name" from "migrations" order by "id"',
    );
    return rows.map(({ name }) => name);
  }

  async hasUsers(): Promise<boolean> {
    const { rows } = await this.client.query<{ isThere: boolean }>(
      `select to_regclass($1) is not null as "isThere"`,
      [this.here('public.users')],
    );
    if (!rows[0]?.isThere) return false;
    const { rowCount } = await this.client.query('select from "users" limit 1');
    return rowCount === 1;
  }

  /** The rows of a table in PostgreSQL's text format. */
  read({ name, columns }: TableContents): Readable {
    return this.client.query(copyTo(`copy (select ${columns.join(', ')} from ${this.here(name)}) to stdout`));
  }

  /**
   * Makes tables for rows from before the baseline, with columns of text, where the baseline looks for them.
   * @returns The tables as they are made.
   */
  async beginFormer(tables: readonly TableContents[]): Promise<TableContents[]> {
    await this.client.query(PATIENT);
    this.schema = RESTORED_SCHEMA;
    await this.client.query(`
      drop schema if exists ${RESTORED_SCHEMA} cascade;
      create schema ${RESTORED_SCHEMA};
      create table ${RESTORED_SCHEMA}.lease (job_id uuid, worker_id integer, expires_at timestamptz, crashes integer)`);
    const made = tables.map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => escapeIdentifier(presentColumnName(column.replaceAll('"', '')))),
    }));
    for (const { name, columns } of made)
      await this.client.query(`create table ${this.here(name)} (${columns.join(' text, ')} text)`);
    return made;
  }

  async endFormer({ migrations, sequences }: Pick<Contents, 'migrations' | 'sequences'>): Promise<void> {
    for (const { name, lastValue } of sequences.filter((one) => /^public\.\w+$/.test(one.name))) {
      await this.client.query(`create sequence ${this.here(name)}`);
      await this.client.query('select setval($1::regclass, $2)', [this.here(name), lastValue]);
    }
    await this.client.query(
      `insert into migrations ("timestamp", name) select right(name, 13)::bigint, name from unnest($1::text[]) as name
       where name not in (select m.name from migrations m)`,
      [migrations],
    );
    await this.client.query('commit');
  }

  /** Empties the tables and takes their foreign keys and triggers away until `endWriting`, as rows come table by table. */
  async beginWriting(tables: readonly TableContents[]): Promise<string[]> {
    await this.client.query(PATIENT);
    const { rows } = await this.client.query<{ table: string; name: string; definition: string }>(
      `select conrelid::regclass::text as "table", quote_ident(conname) as "name", pg_get_constraintdef(oid) as "definition"
       from pg_constraint
       where contype = 'f' and conparentid = 0 and connamespace = $1::regnamespace`,
      [escapeIdentifier(this.schema)],
    );
    for (const { table, name } of rows)
      await this.client.query(`alter table ${table} drop constraint ${name}`);
    await this.setTriggers('disable');
    await this.client.query(`truncate ${tables.map(({ name }) => this.here(name)).join(', ')}`);
    return rows.map(
      ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
    );
  }

  /** What triggers derive from rows is in the backup, too. */
  private async setTriggers(state: 'enable' | 'disable'): Promise<void> {
    const { rows } = await this.client.query<{ table: string }>(
      `select distinct t.tgrelid::regclass::text as "table" from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where not t.tgisinternal and c.relnamespace = $1::regnamespace`,
      [escapeIdentifier(this.schema)],
    );
    for (const { table } of rows) await this.client.query(`alter table ${table} ${state} trigger user`);
  }

  /** Adds whole rows, in the format in which they were read. */
  async write({ name, columns }: TableContents, rows: readonly Uint8Array[]): Promise<void> {
    await pipeline(
      rows,
      this.client.query(copyFrom(`copy ${this.here(name)} (${columns.join(', ')}) from stdin`)),
    );
  }

  async endWriting(foreignKeys: readonly string[], sequences: Contents['sequences']): Promise<void> {
    for (const statement of foreignKeys) await this.client.query(statement);
    await this.setTriggers('enable');
    for (const { name, lastValue } of sequences)
      await this.client.query('select setval($1::regclass, $2)', [this.here(name), lastValue]);
    await this.client.query('commit');
    await this.client.query('analyze');
  }

  /** The table or sequence in this database, for a statement. */
  private here(name: string): string {
    return `${escapeIdentifier(this.schema)}.${name.split('.')[1]}`;
  }
}
