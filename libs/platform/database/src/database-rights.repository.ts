import pg from 'pg';
import { DatabaseUnusable } from './database-unusable.error.js';

type Rights = {
  role: string;
  database: string;
  schema: string | null;
  mayCreateSchemas: boolean;
  mayCreateTables: boolean;
  hasTrigrams: boolean;
  trigramSchema: string | null;
  foreignTables: string[];
  closedTables: string[];
};

const RIGHTS_SQL = `
  select current_user as role, current_database() as database, current_schema() as schema,
    has_database_privilege(current_database(), 'create') as "mayCreateSchemas",
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreateTables",
    to_regprocedure('similarity(text, text)') is not null as "hasTrigrams",
    (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm') as "trigramSchema",
    array(select c.oid::regclass::text from tables c where not pg_has_role(c.relowner, 'usage')) as "foreignTables",
    array(
      select c.oid::regclass::text from tables c where not (has_table_privilege(c.oid, 'select') and (
        c.relname = 'migrations' or has_table_privilege(c.oid, 'insert')
          and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete')))
      order by 1
    ) as "closedTables"`;
const WITH_TABLES = `
  with tables as (
    select oid, relname, relowner from pg_class
    where relkind in ('r', 'p') and relnamespace = to_regnamespace(current_schema()::text)
  )`;

/**
 * Makes sure that the database role may do what this program will do.
 * @param isMigrating Whether tables are to be made; else rows only.
 * @throws DatabaseUnusable with a line for each right that lacks, and the statement that gives it.
 */
export async function requireRights(client: pg.Client, isMigrating: boolean): Promise<void> {
  const { rows } = await client.query<Rights>(WITH_TABLES + RIGHTS_SQL);
  const missing = linesOf(rows[0] as Rights, isMigrating);
  if (missing.length > 0) throw new DatabaseUnusable(missing.join('\n'));
}

function linesOf(rights: Rights, isMigrating: boolean): string[] {
  if (rights.schema === null) return [withoutSchema(rights)];
  return isMigrating ? forTables(rights) : forRows(rights);
}

function withoutSchema({ role, database }: Rights): string {
  return (
    `The database role ${role} has no schema to work in. Run: create schema atelier authorization ${name(role)}; ` +
    `alter role ${name(role)} in database ${name(database)} set search_path = atelier, public`
  );
}

function forTables(rights: Rights): string[] {
  const { role, schema } = rights;
  const lines: (string | false)[] = [
    !rights.mayCreateTables &&
      `The database role ${role} may not create tables in the schema ${schema}. Run: grant create on schema ${name(schema ?? '')} to ${name(role)}`,
    !rights.hasTrigrams && aboutTrigrams(rights),
    rights.foreignTables.length > 0 &&
      `The database role ${role} does not own ${some(rights.foreignTables)}, which a new version may change. Run npm run migrate with the role that does`,
  ];
  return lines.filter((line) => line !== false);
}

function aboutTrigrams({ role, database, mayCreateSchemas, trigramSchema }: Rights): string | false {
  if (trigramSchema !== null)
    return `The extension pg_trgm is in the schema ${trigramSchema}, which is not in the search_path of ${role}. Run: alter extension pg_trgm set schema public, or add it to the search_path`;
  return (
    !mayCreateSchemas &&
    `The database role ${role} may not create the extension pg_trgm. Run: create extension pg_trgm, or: grant create on database ${name(database)} to ${name(role)}`
  );
}

function forRows({ role, schema, closedTables }: Rights): string[] {
  if (closedTables.length === 0) return [];
  const [of, to] = [name(schema ?? ''), name(role)];
  return [
    `The database role ${role} may not read and change ${some(closedTables)}. Run: grant select, insert, update, delete on all tables in schema ${of} to ${to}; grant usage on all sequences in schema ${of} to ${to}`,
  ];
}

function name(identifier: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(identifier) ? identifier : pg.escapeIdentifier(identifier);
}

function some(tables: readonly string[]): string {
  const [first, ...others] = tables;
  return others.length === 0 ? `the table ${first}` : `the table ${first} and ${others.length} more`;
}
