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
  hasQueueSchema: boolean;
  mayUseQueueSchema: boolean;
  mayCreateQueueTables: boolean;
  foreignTables: string[];
  closedTables: string[];
};

/** Schemas that are there, with their names; the second one is that of the queue. */
const RIGHTS_SQL = `
  select current_user as role, current_database() as database, current_schema() as schema,
    has_database_privilege(current_database(), 'create') as "mayCreateSchemas",
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreateTables",
    to_regprocedure('similarity(text, text)') is not null as "hasTrigrams",
    (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm') as "trigramSchema",
    to_regnamespace($1) is not null as "hasQueueSchema",
    coalesce(has_schema_privilege(to_regnamespace($1), 'usage'), false) as "mayUseQueueSchema",
    coalesce(has_schema_privilege(to_regnamespace($1), 'create'), false) as "mayCreateQueueTables",
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
    where relkind in ('r', 'p') and relnamespace in (to_regnamespace(current_schema()::text), to_regnamespace($1))
  )`;

/**
 * Makes sure that the database role may do what this program will do.
 * @param isMigrating Whether tables are to be made; else rows only.
 * @throws DatabaseUnusable with a line for each right that lacks, and the statement that gives it.
 */
export async function requireRights(
  client: pg.Client,
  queueSchema: string,
  isMigrating: boolean,
): Promise<void> {
  const { rows } = await client.query<Rights>(WITH_TABLES + RIGHTS_SQL, [queueSchema]);
  const missing = linesOf(rows[0] as Rights, queueSchema, isMigrating);
  if (missing.length > 0) throw new DatabaseUnusable(missing.join('\n'));
}

function linesOf(rights: Rights, queueSchema: string, isMigrating: boolean): string[] {
  if (rights.schema === null) return [withoutSchema(rights)];
  return isMigrating ? forTables(rights, queueSchema) : forRows(rights, queueSchema);
}

function withoutSchema({ role, database }: Rights): string {
  return (
    `The database role ${role} has no schema to work in. Run: create schema atelier authorization ${name(role)}; ` +
    `alter role ${name(role)} in database ${name(database)} set search_path = atelier, public`
  );
}

function forTables(rights: Rights, queueSchema: string): string[] {
  const { role, database, schema } = rights;
  const to = name(role);
  const lines: (string | false)[] = [
    !rights.mayCreateTables &&
      `The database role ${role} may not create tables in the schema ${schema}. Run: grant create on schema ${name(schema ?? '')} to ${to}`,
    !rights.hasTrigrams && aboutTrigrams(rights),
    !rights.hasQueueSchema &&
      !rights.mayCreateSchemas &&
      `The database role ${role} may not create the schema ${queueSchema}. Run: create schema ${name(queueSchema)} authorization ${to}, or: grant create on database ${name(database)} to ${to}`,
    rights.hasQueueSchema &&
      !rights.mayCreateQueueTables &&
      `The database role ${role} may not create tables in the schema ${queueSchema}. Run: grant usage, create on schema ${name(queueSchema)} to ${to}`,
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

function forRows({ role, schema, closedTables, mayUseQueueSchema }: Rights, queueSchema: string): string[] {
  const both = `${name(schema ?? '')}, ${name(queueSchema)}`;
  const lines: (string | false)[] = [
    !mayUseQueueSchema &&
      `The database role ${role} may not use the schema ${queueSchema}. Run: grant usage on schema ${name(queueSchema)} to ${name(role)}`,
    mayUseQueueSchema &&
      closedTables.length > 0 &&
      `The database role ${role} may not read and change ${some(closedTables)}. Run: grant select, insert, update, delete on all tables in schema ${both} to ${name(role)}; grant usage on all sequences in schema ${both} to ${name(role)}`,
  ];
  return lines.filter((line) => line !== false);
}

function name(identifier: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(identifier) ? identifier : pg.escapeIdentifier(identifier);
}

function some(tables: readonly string[]): string {
  const [first, ...others] = tables;
  return others.length === 0 ? `the table ${first}` : `the table ${first} and ${others.length} more`;
}
