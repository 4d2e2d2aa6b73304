import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Client, escapeIdentifier } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { carryRows, dropFormerTables, presentColumnName } from '#libs/platform/database';
import type { Contents, TableContents } from './contents.js';

/** The schemas of the tables, as a backup names them whatever they are called in a database. */
const OWN = 'public';
const QUEUE = 'jobs';
/** Made by migrations, or worth nothing later. */
const NOT_KEPT = [
  'public.migrations',
  'jobs.version',
  'jobs.queue_stats',
  'jobs.warning',
  'jobs.bam',
  'jobs.lease',
];

/** All rows of the service's tables, out of one moment and into an empty database. Table and column names are the catalogue's own. */
export class TablesRepository {
  private constructor(
    private readonly client: Client,
    private readonly schemas: readonly [own: string, queue: string],
  ) {}

  /** @param queueSchema Where the job tables are; the others are in the schema in which the connection makes tables. */
  static async of(client: Client, queueSchema: string): Promise<TablesRepository> {
    const { rows } = await client.query<{ own: string }>('select current_schema() as own');
    return new TablesRepository(client, [rows[0]?.own ?? OWN, queueSchema]);
  }

  /** Everything read from now on is of this moment. */
  async beginReading(): Promise<void> {
    await this.client.query('set statement_timeout = 0');
    await this.client.query('begin isolation level repeatable read read only');
  }

  async contents(): Promise<Omit<Contents, 'format' | 'createdAt'>> {
    const migrations = await this.migrations();
    const tables = await this.client.query<TableContents>(
      `select ${backupName('n.nspname', 'c.relname')} as "name", array_agg(quote_ident(a.attname) order by a.attnum) as "columns"
       from pg_class c
         join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       where n.nspname in ($1, $2) and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
         and ${backupName('n.nspname', 'c.relname')} <> all($3)
       group by 1 order by 1`,
      [...this.schemas, NOT_KEPT],
    );
    const sequences = await this.client.query<Contents['sequences'][number]>(
      `select ${backupName('schemaname', 'sequencename')} as "name", last_value::text as "lastValue"
       from pg_sequences where schemaname in ($1, $2) and last_value is not null and sequencename <> 'migrations_id_seq'`,
      [...this.schemas],
    );
    return { migrations, tables: tables.rows, sequences: sequences.rows };
  }

  /** Names of the migrations that ran; none in an empty database. */
  async migrations(): Promise<string[]> {
    const { rows: found } = await this.client.query(
      `select from pg_tables where schemaname = $1 and tablename = 'migrations'`,
      [this.schemas[0]],
    );
    if (found.length === 0) return [];
    const { rows } = await this.client.query<{ name: string }>(
      'select "name" from "migrations" order by "id"',
    );
    return rows.map(({ name }) => name);
  }

  async hasUsers(): Promise<boolean> {
    const { rowCount } = await this.client.query('select from "users" limit 1');
    return rowCount === 1;
  }

  /** The rows of a table in PostgreSQL's text format. */
  read({ name, columns }: TableContents): Readable {
    return this.client.query(copyTo(`copy (select ${columns.join(', ')} from ${this.here(name)}) to stdout`));
  }

  /** Empties the tables and takes their foreign keys and triggers away until `endWriting`, as rows come table by table. */
  async beginWriting(tables: readonly TableContents[]): Promise<string[]> {
    await this.client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; begin');
    const { rows } = await this.client.query<{ table: string; name: string; definition: string }>(
      `select conrelid::regclass::text as "table", quote_ident(conname) as "name", pg_get_constraintdef(oid) as "definition"
       from pg_constraint
       where contype = 'f' and conparentid = 0 and connamespace in (select oid from pg_namespace where nspname in ($1, $2))`,
      [...this.schemas],
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
       where not t.tgisinternal and c.relnamespace in (select oid from pg_namespace where nspname in ($1, $2))`,
      [...this.schemas],
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

  /**
   * Makes tables for rows from before the baseline, with columns of text, in the schema of the queue: there they wait for `carryFormer`.
   * @returns Where the rows of each of the tables go.
   */
  async makeFormer(tables: readonly TableContents[]): Promise<TableContents[]> {
    const targets = tables.map(({ name, columns }) => {
      if (!name.startsWith(`${OWN}.`)) return { name, columns };
      const present = columns.map((column) =>
        escapeIdentifier(presentColumnName(column.replaceAll('"', ''))),
      );
      return { name: name.replace(OWN, QUEUE), columns: present };
    });
    for (const [at, { name, columns }] of targets.entries())
      if (name !== tables[at]?.name)
        await this.client.query(`create table ${this.here(name)} (${columns.join(' text, ')} text)`);
    return targets;
  }

  /** @param migrations Names of those that the rows come from. */
  async carryFormer(migrations: readonly string[]): Promise<void> {
    const query = async (sql: string) => (await this.client.query(sql)).rows;
    const numbers = migrations.map((name) => name.slice(-13));
    await carryRows(query, this.schemas[1], numbers);
    await dropFormerTables(query, this.schemas[1]);
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
    const [schema, table] = name.split('.') as [string, string];
    return `${escapeIdentifier(this.schemas[schema === OWN ? 0 : 1])}.${table}`;
  }
}

/** What a backup calls a relation; $1 is the schema of the tables that are not the queue's. */
function backupName(schema: string, relation: string): string {
  return `(case ${schema} when $1 then '${OWN}' else '${QUEUE}' end || '.' || ${relation})`;
}
