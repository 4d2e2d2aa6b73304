import { glob } from 'node:fs/promises';
import { DataSource, type QueryRunner } from 'typeorm';
import { connectAtStart, START_TIMEOUT_MS } from './connect-at-start.js';
import { DatabaseClient } from './database-client.js';
import { findFormer, type Former, listAdditions } from './baseline/former-migrations.js';
import { requireRights } from './database-rights.repository.js';
import { serversOf } from './database-servers.js';
import { isDatabaseUnavailable } from './database-unavailable.js';
import { DatabaseUnreachable } from './database-unreachable.error.js';
import type { Migration } from './schema/migration.js';
import type { MigrationLog } from './schema/migration-progress.js';
import { MigrationSteps, numberOf, type Step, stepOf, takeTurn } from './schema/migration-steps.js';
import { rowsOfRunner } from './schema/rows-of-runner.js';
import {
  BASELINE,
  findIncompatible,
  knownMigrations,
  RAN_MIGRATIONS_SQL,
  type RanMigration,
} from './schema/schema-version.js';
import {
  functionsStep,
  needsFunctions,
  readSqlFunctions,
  type SqlFunctions,
} from './schema/sql-functions.js';
import { SchemaTooNew } from './schema/schema.errors.js';

/** One lock for all processes that start at once; the number is arbitrary and only has to stay the same. */
const MIGRATION_LOCK = 7_236_154;
const MIGRATIONS = `${import.meta.dirname}/migrations/*.js`;
/** https://www.postgresql.org/docs/18/errcodes-appendix.html, read 2026-11-23. */
const UNDEFINED_TABLE = '42P01';
const INSUFFICIENT_PRIVILEGE = '42501';

/** As TypeORM makes it, with what a program must know to work beside a migration, and which functions the database has. */
const OWN_TABLE_SQL = [
  `create table if not exists migrations (
     id serial constraint "PK_8c82d7f526340ab734260ea46be" primary key, "timestamp" bigint not null, name varchar not null)`,
  'alter table migrations add column if not exists needs bigint, add column if not exists functions text',
];

export type MigrationOptions = {
  /** Names of the migrations to run, instead of all and without functions: for a backup that was made with an older schema. */
  only?: readonly string[];
  /** Takes what the operator reads of it; by default the standard error. */
  log?: MigrationLog;
  /** Where the job tables of an earlier version are; `jobs` by default. */
  queueSchema?: string;
  /** Called once when there is something to do, before it begins. */
  onPending?: () => Promise<void>;
};

/**
 * Brings the database to the newest schema; processes that start together wait for each other.
 * @param url Connection URL.
 * @returns Names of the steps that ran.
 * @throws DatabaseUnreachable when no connection can be made, or it ends meanwhile.
 * @throws SchemaTooNew, MigrationStuck
 */
export async function runMigrations(
  url: string,
  { only, log = toStandardError, onPending, queueSchema = 'jobs' }: MigrationOptions = {},
): Promise<string[]> {
  if (!only && (await isNewest(url))) return [];
  await onPending?.();
  const dataSource = new DataSource({
    type: 'postgres',
    url: serversOf(url)[0],
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    applicationName: 'atelier-migrations',
    connectTimeoutMS: START_TIMEOUT_MS,
    extra: {
      connectionString: url,
      session: { 'atelier.queue_schema': queueSchema },
      Client: DatabaseClient,
    },
  });
  await dataSource.initialize().catch((error: unknown) => {
    throw new DatabaseUnreachable(url, error);
  });
  try {
    return await migrate(dataSource, only, log);
  } catch (error) {
    throw isDatabaseUnavailable(error) ? new DatabaseUnreachable(url, error) : error;
  } finally {
    await dataSource.destroy();
  }
}

/**
 * For a program that works on a database without bringing it up to date.
 * @throws SchemaTooNew when a newer version has changed it too much; DatabaseUnusable.
 */
export async function requireSchema(url: string): Promise<void> {
  await isNewest(url);
}

/** Whether there is nothing to do, by one statement: nearly always true, and the migrations need not be loaded then. */
async function isNewest(url: string): Promise<boolean> {
  const client = await connectAtStart(url);
  try {
    const ran = await findRan(client);
    const isDone = ran === undefined || isComplete(ran, await knownMigrations(), await readSqlFunctions());
    await requireRights(client, !isDone);
    return isDone;
  } finally {
    await client.end();
  }
}

/** Undefined where they may not be read: the check of rights says so. */
async function findRan(client: DatabaseClient): Promise<RanMigration[] | undefined> {
  try {
    return (await client.query<RanMigration>(RAN_MIGRATIONS_SQL, [[]])).rows;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === INSUFFICIENT_PRIVILEGE) return undefined;
    if (code === UNDEFINED_TABLE) return [];
    throw error;
  }
}

/** @throws SchemaTooNew */
function isComplete(
  ran: readonly RanMigration[],
  known: readonly string[],
  functions: SqlFunctions,
): boolean {
  const incompatible = findIncompatible(ran, known);
  if (incompatible) throw new SchemaTooNew(incompatible.name);
  const numbers = new Set(ran.map(({ timestamp }) => timestamp));
  return known.every((number) => numbers.has(number)) && !needsFunctions(functions, notedFunctions(ran));
}

function notedFunctions(ran: readonly RanMigration[]): string | null | undefined {
  return ran.find(({ timestamp }) => timestamp === BASELINE)?.functions;
}

async function migrate(
  dataSource: DataSource,
  only: readonly string[] | undefined,
  log: MigrationLog,
): Promise<string[]> {
  const guard = dataSource.createQueryRunner();
  try {
    await takeTurn(guard, MIGRATION_LOCK, log);
    const ran = await listRan(guard);
    const functions = await readSqlFunctions();
    if (isComplete(ran, await knownMigrations(), functions)) return [];
    const former = await findFormer(guard);
    const pending = (await listSteps(ran, former)).filter(({ name }) => only?.includes(name) ?? true);
    if (!only && needsFunctions(functions, notedFunctions(ran))) pending.push(functionsStep(functions));
    const work = new MigrationSteps(dataSource, guard, log);
    // That a new database is made is worth no line.
    const isNew = former.numbers.length === 0 && !notedFunctions(ran);
    if (!isNew && pending.length > 0) await work.run(pending);
    else for (const step of pending) await work.runOne(step);
    return pending.map(({ name }) => name);
  } finally {
    // A connection that has ended has given the lock back.
    await guard.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await guard.release();
  }
}

async function listRan(runner: QueryRunner): Promise<RanMigration[]> {
  for (const sql of OWN_TABLE_SQL) await runner.query(sql);
  return rowsOfRunner(runner, RAN_MIGRATIONS_SQL, [[]]);
}

/** The migrations of this program that have not run, in their order, after what a database from before the baseline lacks. */
async function listSteps(ran: readonly RanMigration[], former: Former): Promise<Step[]> {
  const migrations: Step[] = [];
  for await (const file of glob(MIGRATIONS)) {
    const door = (await import(file)) as Record<string, new () => Migration>;
    for (const made of Object.values(door))
      if (!ran.some(({ name }) => name === made.name)) migrations.push(stepOf(made.name, new made()));
  }
  migrations.sort((a, b) => (numberOf(a.name) < numberOf(b.name) ? -1 : 1));
  const isBefore = !ran.some(({ timestamp }) => timestamp === BASELINE);
  return [...(isBefore ? await listAdditions(former) : []), ...migrations];
}

function toStandardError(text: string): void {
  process.stderr.write(`${text}\n`);
}
