import { type Query, takeJobsOver } from './former-jobs.js';
import { type Former, OWN_QUEUE } from './former-migrations.js';
import { readSections, readSql } from './read-sql.js';

/** Tables that the baseline has no more. */
const GONE = ['archive_uploads', 'node_app_names', 'provider_operations', 'public_writes'];

/** Names of the tables that databases from before the baseline may have. */
export async function formerTableNames(): Promise<string[]> {
  const made = ((await readSql('tables')) + (await readSql('queue'))).matchAll(
    /^create (?:unlogged )?table (\w+)/gm,
  );
  return [...Array.from(made, ([, name]) => name ?? ''), ...GONE];
}

/** Columns once had capital letters. */
export function presentColumnName(column: string): string {
  return column.replaceAll(/[A-Z]/g, '_$&').toLowerCase();
}

/**
 * Moves the former tables out of the way. They wait in the schema of the queue, which needs no further right: there the role may
 * make tables.
 */
export async function moveFormerTables(query: Query, waiting: string): Promise<void> {
  const columns = (await query(`
    select c.relname as "table", array_agg(a.attname::text) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and c.relname in (${(await formerTableNames()).map((name) => `'${name}'`).join(', ')})
     group by 1`)) as { table: string; columns: string[] }[];
  for (const { table, columns: names } of columns) {
    await query(`alter table ${table} set schema ${waiting}`);
    for (const name of names.filter((one) => presentColumnName(one) !== one))
      await query(`alter table ${waiting}.${table} rename column "${name}" to ${presentColumnName(name)}`);
  }
}

export async function dropFormerTables(query: Query, { isRestored, schema }: Former): Promise<void> {
  if (isRestored) return void (await query(`drop schema ${schema} cascade`));
  const tables = (await formerTableNames()).map((name) => `${schema}.${name}`);
  await query(`drop table if exists ${tables.join(', ')} cascade`);
}

/**
 * Copies the rows of the former tables into those of the baseline, column by column, then adds what the former migrations that have
 * not run would have derived from them.
 */
export async function carryRows(query: Query, { numbers, schema }: Former): Promise<void> {
  const copies = (await query(copyStatements(schema))) as { sql: string }[];
  for (const { sql } of copies) await query(sql);
  if (!numbers.includes(OWN_QUEUE)) await takeJobsOver(query, schema);
  for (const { number, sql } of await readSections('derived-rows'))
    if (!numbers.includes(number)) await query(sql.replaceAll(/\bformer\./g, `${schema}.`));
}

/**
 * A statement for each table and each sequence that is there twice.
 * @param waiting Where the former ones are. Columns may be texts, as a backup has them.
 */
function copyStatements(waiting: string): string {
  return `
    select format('insert into %I (%s) overriding system value select %s from %s', own.relname,
             string_agg(quote_ident(a.attname), ', '), string_agg(
               case when f.attname is null then 'task_id::text::uuid'
                    when f.atttypid = a.atttypid then quote_ident(a.attname)
                    else format('%I::text::%s', a.attname, format_type(a.atttypid, a.atttypmod)) end, ', '),
             former.oid::regclass) as sql
      from pg_class own
      join pg_class former on former.relname = own.relname and former.relnamespace = '${waiting}'::regnamespace
      join pg_attribute a on a.attrelid = own.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      left join pg_attribute f on f.attrelid = former.oid and f.attname = a.attname and not f.attisdropped
     where own.relnamespace = current_schema()::regnamespace and own.relkind = 'r'
       and (f.attname is not null or (own.relname, a.attname) = ('webhook_deliveries', 'chain_id'))
     group by own.relname, former.oid
    union all
    select format('select setval(%L, %s)', own.sequencename, former.last_value)
      from pg_sequences own join pg_sequences former using (sequencename)
     where own.schemaname = current_schema() and former.schemaname = '${waiting}' and former.last_value is not null`;
}
