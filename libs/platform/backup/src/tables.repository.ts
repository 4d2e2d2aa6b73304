import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Client, escapeIdentifier } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { presentColumnName, RESTORED_SCHEMA } from '#libs/platform/database';
import type { Contents, TableContents } from './contents.js';

/** The schema of the tables in backups, whatever its name in a database. */
const OWN = 'public';
/** Created by migrations. */
const NOT_KEPT = ['migrations'];
const PATIENT = 'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; begin';

/** All rows of the service's tables, from one snapshot and into an empty database. Table and column names come from the catalogue. */
export class TablesRepository {
  private constructor(
    private readonly client: Client,
    private schema: string,
  ) {}

  /** The tables in the schema in which the connection creates new ones. */
  static async of(client: Client): Promise<TablesRepository> {
    const { rows } = await client.query<{ own: string }>('select current_schema() as own');
    return new TablesRepository(client, rows[0]?.own ?? OWN);
  }

  /** Starts a snapshot for everything read from now on. */
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

  /** Names of the applied migrations; none in an empty database. */
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

  /** Notes in the database that a backup is complete. A database that cannot be written, such as a standby, lacks the note. */
  async note(hasFiles: boolean): Promise<void> {
    await this.client.query('rollback');
    await this.client
      .query(`insert into ${this.here('public.backups')} (has_files) values ($1)`, [hasFiles])
      .catch((error: unknown) =>
        process.emitWarning(`The backup is not noted in the database: ${String(error)}`),
      );
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

  read({ name, columns }: TableContents): Readable {
    return this.client.query(copyTo(`copy (select ${columns.join(', ')} from ${this.here(name)}) to stdout`));
  }

  /**
   * Creates tables for rows from before the baseline, with text columns only, where the baseline looks for them.
   * @returns Those that were created.
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

  /** Empties the tables and disables their foreign keys and triggers until `endWriting`, as rows come table by table. */
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

  /** Rows derived by triggers are in the backup, too. */
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

  /** The table's or sequence's name in this database, for a statement. */
  private here(name: string): string {
    return `${escapeIdentifier(this.schema)}.${name.split('.')[1]}`;
  }
}
