import { glob, readdir } from 'node:fs/promises';
import { DataSource, type MigrationInterface } from 'typeorm';
import { connectAtStart } from './connect-at-start.js';
import { DatabaseClient } from './database-client.js';
import { isDatabaseUnavailable } from './database-unavailable.js';
import { serversOf } from './database-servers.js';
import { DatabaseUnreachable } from './database-unreachable.error.js';
import { requireRights } from './database-rights.repository.js';

/** One lock for all processes that start at once; the number is arbitrary and only has to stay the same. */
const MIGRATION_LOCK = 7_236_154;
/** A host that drops packets would otherwise hold the start for minutes without a word. */
const CONNECT_TIMEOUT_MS = 15_000;
const MIGRATIONS_FOLDER = `${import.meta.dirname}/migrations`;
const MIGRATIONS = `${MIGRATIONS_FOLDER}/*.js`;
/** https://www.postgresql.org/docs/18/errcodes-appendix.html, read 2026-11-23. */
const UNDEFINED_TABLE = '42P01';
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Brings the database to the newest schema; processes that start together wait for each other.
 * @param url Connection URL.
 * @param only Names of the migrations to run, instead of all: for a backup that was made with an older schema.
 * @returns Names of the migrations that ran.
 * @throws DatabaseUnreachable when no connection can be made, or it ends meanwhile.
 */
export async function runMigrations(
  url: string,
  { only, queueSchema = 'jobs' }: { only?: readonly string[]; queueSchema?: string } = {},
): Promise<string[]> {
  if (!only && (await isNewest(url, queueSchema))) return [];
  const migrations = only ? await migrationsNamed(only) : [MIGRATIONS];
  const dataSource = new DataSource({
    type: 'postgres',
    url: serversOf(url)[0],
    migrations,
    migrationsTransactionMode: 'each',
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    applicationName: 'atelier-migrations',
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    extra: { connectionString: url, queueSchema, Client: DatabaseClient },
  });
  await dataSource.initialize().catch((error: unknown) => {
    throw new DatabaseUnreachable(url, error);
  });
  try {
    return await migrate(dataSource);
  } catch (error) {
    throw isDatabaseUnavailable(error) ? new DatabaseUnreachable(url, error) : error;
  } finally {
    await dataSource.destroy();
  }
}

/** Whether every migration ran before, by one statement: nearly always true, and the migrations need not be loaded then. */
async function isNewest(url: string, queueSchema: string): Promise<boolean> {
  const client = await connectAtStart(url);
  try {
    const isDone = await hasRunAll(client);
    await requireRights(client, queueSchema, !isDone);
    return isDone;
  } finally {
    await client.end();
  }
}

async function hasRunAll(client: DatabaseClient): Promise<boolean> {
  try {
    const { rows } = await client.query<{ timestamp: string }>('select timestamp from migrations');
    const ran = new Set(rows.map(({ timestamp }) => timestamp));
    const files = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.js'));
    return files.every((name) => ran.has(name.split('-')[0] ?? name));
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== UNDEFINED_TABLE && code !== INSUFFICIENT_PRIVILEGE) throw error;
    // Where it may not be read, the check of rights says so.
    return code === INSUFFICIENT_PRIVILEGE;
  }
}

async function migrate(dataSource: DataSource): Promise<string[]> {
  const guard = dataSource.createQueryRunner();
  try {
    await guard.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const ran = await dataSource.runMigrations();
    return ran.map((migration) => migration.name);
  } finally {
    // A connection that has ended has given the lock back.
    await guard.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await guard.release();
  }
}

type MigrationClass = new () => MigrationInterface;

/** The migrations of these names, as the table `migrations` has them; unknown names are left out. */
async function migrationsNamed(names: readonly string[]): Promise<MigrationClass[]> {
  const found: MigrationClass[] = [];
  for await (const file of glob(MIGRATIONS)) {
    const door = (await import(file)) as Record<string, MigrationClass>;
    found.push(...Object.values(door).filter(({ name }) => names.includes(name)));
  }
  return found;
}
