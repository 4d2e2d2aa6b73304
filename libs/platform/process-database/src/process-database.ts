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
  /** The settings with the database's address in them. */
  env: Environment;
  /** Set when the process runs the server itself. */
  embedded?: EmbeddedPostgres;
};

/**
 * Starts the server of our own while the caller still loads its modules: what is started waits in `openProcessDatabase`.
 * Only where there is data already: settings that are wrong must not make any.
 * @returns undefined where the database is not ours to run, or is still to be made.
 */
export function startAhead(values: NodeJS.ProcessEnv): Promise<EmbeddedPostgres> | undefined {
  const own = ownDatabase(values);
  if (givenDatabase(values) !== undefined || !hasCluster(own.dataDir)) return undefined;
  const starting = startEmbeddedPostgres(own);
  // Settings that are wrong are told first; who awaits the server hears of its failure.
  starting.catch(() => undefined);
  return starting;
}

/**
 * Opens the database of `DATABASE_URL`, or one of our own under `DATA_DIR` that lives as long as this process, and
 * brings its schema up to date.
 * @param server Of our own: what `startAhead` began, or settings of the server by name, over the usual ones.
 * @param schema How it is brought up to date.
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
 * Runs `work` on the database of `DATABASE_URL`, else on the one under `DATA_DIR`, which `open` starts, or also reaches
 * while a service runs it.
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
