import path from 'node:path';
import { Environment, readSettings } from '#libs/platform/config';
import {
  DatabaseUnreachable,
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type reachEmbeddedPostgres,
  runMigrations,
  startEmbeddedPostgres,
} from '#libs/platform/database';
import { requireStorage, StorageSettings } from '#libs/platform/storage';
import { SETTINGS } from './settings.js';

/** The database of a process, with the newest schema. */
export type ProcessDatabase = {
  /** The settings with the database's address in them. */
  env: Environment;
  /** Set when the process runs the server itself. */
  embedded?: EmbeddedPostgres;
};

/**
 * Makes sure of all that a process needs before it is wired: settings, database, file storage. The database comes first, as
 * it decides who may enter the folders that both are in.
 * @throws InvalidSettings, StorageUnusable, and what `openProcessDatabase` throws.
 */
export async function prepareProcess(values: NodeJS.ProcessEnv): Promise<ProcessDatabase> {
  const given = new Environment(values);
  readSettings(given, SETTINGS);
  const database = await openProcessDatabase(values);
  await requireStorage(new StorageSettings(given));
  return database;
}

/**
 * Opens the database of `DATABASE_URL`, or one of our own under `DATA_DIR` that lives as long as this process, and
 * brings its schema up to date.
 * @param serverSettings For a database of our own: settings of the server by name, over the usual ones.
 * @throws EmbeddedPostgresError with a message for the operator.
 */
export async function openProcessDatabase(
  values: NodeJS.ProcessEnv,
  serverSettings?: Record<string, string>,
): Promise<ProcessDatabase> {
  const given = givenDatabase(values);
  const settings = serverSettings ?? {};
  const embedded = given ? undefined : await startEmbeddedPostgres({ ...ownDatabase(values), settings });
  const url = given ?? embedded?.url ?? '';
  await runMigrations(url).catch((error: unknown) => {
    throw embedded ? explainDamage(error, embedded) : error;
  });
  return { env: new Environment({ ...values, DATABASE_URL: url }), ...(embedded ? { embedded } : {}) };
}

/**
 * Runs `work` on the database of `DATABASE_URL`, else on the one under `DATA_DIR`, which `open` starts, or also reaches
 * while a service runs it.
 */
export async function withDatabase<T>(
  values: NodeJS.ProcessEnv,
  open: typeof reachEmbeddedPostgres,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const given = givenDatabase(values);
  if (given) return work(given);
  const server = await open(ownDatabase(values));
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

/** A server of our own is there; what keeps it from answering is the state of its files. */
function explainDamage(error: unknown, { folder }: EmbeddedPostgres): unknown {
  const refusal = error instanceof DatabaseUnreachable ? error.cause : error;
  return EmbeddedPostgresError.explainRefusal(refusal, folder);
}

/** The address of a database that is not ours to run; blank is absent. */
function givenDatabase(values: NodeJS.ProcessEnv): string | undefined {
  return values.DATABASE_URL?.trim() || undefined;
}

function ownDatabase(values: NodeJS.ProcessEnv): { dataDir: string; database: string } {
  const { dataDir } = new StorageSettings(new Environment(values));
  return { dataDir: path.resolve(dataDir, 'postgres'), database: 'atelier' };
}
