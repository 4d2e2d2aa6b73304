import path from 'node:path';
import { Environment } from '#libs/platform/config';
import {
  DatabaseSettings,
  DatabaseUnreachable,
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  hasCluster,
  type MigrationOptions,
  type reachEmbeddedPostgres,
  requireOwnSessions,
  runMigrations,
  startEmbeddedPostgres,
} from '#libs/platform/database';
import { StorageSettings } from '#libs/platform/storage';

/** The database of a process, with the newest schema. */
export type ProcessDatabase = {
  /** The settings, including the database's address. */
  env: Environment;
  /** Set when the process runs the server itself. */
  embedded?: EmbeddedPostgres;
};

/**
 * Starts our own server while the caller still loads its modules; `openProcessDatabase` waits for it. Only if there
 * is data already: wrong settings must not create any.
 * @returns undefined if the database is not ours to run, or does not exist yet.
 */
export function startAhead(values: NodeJS.ProcessEnv): Promise<EmbeddedPostgres> | undefined {
  const own = ownDatabase(values);
  if (givenDatabase(values) !== undefined || !hasCluster(own.dataDir)) return undefined;
  const starting = startEmbeddedPostgres(own);
  // Wrong settings are reported first; awaiting the server reports its failure.
  starting.catch(() => undefined);
  return starting;
}

/**
 * Opens the database of `DATABASE_URL`, or our own under `DATA_DIR`, which runs as long as this process, and updates
 * its schema.
 * @param server Of our own: what `startAhead` returned, or settings of the server by name, which override the usual
 * ones.
 * @param schema How to update it.
 * @throws EmbeddedPostgresError with a message for the operator.
 */
export async function openProcessDatabase(
  values: NodeJS.ProcessEnv,
  server: { ahead?: Promise<EmbeddedPostgres>; settings?: Record<string, string> } = {},
  schema: MigrationOptions = {},
): Promise<ProcessDatabase> {
  const given = givenDatabase(values);
  const { settings } = server;
  const embedded = given
    ? undefined
    : await (server.ahead ?? startEmbeddedPostgres({ ...ownDatabase(values), settings }));
  const url = given ?? embedded?.url ?? '';
  const env = new Environment({ ...values, DATABASE_URL: url });
  const { sessionUrl = url, queueSchema } = new DatabaseSettings(env);
  if (!embedded) await requireOwnSessions(sessionUrl);
  await runMigrations(sessionUrl, { ...schema, queueSchema }).catch((error: unknown) => {
    throw embedded ? explainDamage(error, embedded) : error;
  });
  return { env, ...(embedded ? { embedded } : {}) };
}

/**
 * Runs `work` on the database of `DATABASE_URL`, else on the one under `DATA_DIR`, which `open` starts, or connects
 * to while a service runs it.
 */
export async function withDatabase<T>(
  values: NodeJS.ProcessEnv,
  open: typeof reachEmbeddedPostgres,
  work: (databaseUrl: string, queueSchema: string) => Promise<T>,
): Promise<T> {
  const { sessionUrl, queueSchema } = new DatabaseSettings(new Environment(values));
  if (sessionUrl !== undefined) return work(sessionUrl, queueSchema);
  const server = await open(ownDatabase(values));
  try {
    return await work(server.url, queueSchema);
  } finally {
    await server.stop();
  }
}

/** Our own server is running; if it does not answer, its files are damaged. */
function explainDamage(error: unknown, { folder }: EmbeddedPostgres): unknown {
  const refusal = error instanceof DatabaseUnreachable ? error.cause : error;
  return EmbeddedPostgresError.explainRefusal(refusal, folder);
}

/** The address of an external database; blank counts as absent. */
function givenDatabase(values: NodeJS.ProcessEnv): string | undefined {
  return values.DATABASE_URL?.trim() || undefined;
}

function ownDatabase(values: NodeJS.ProcessEnv): { dataDir: string; database: string } {
  const { dataDir } = new StorageSettings(new Environment(values));
  return { dataDir: path.resolve(dataDir, 'postgres'), database: 'atelier' };
}
