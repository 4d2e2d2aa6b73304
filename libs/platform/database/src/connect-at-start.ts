import { DatabaseClient } from './database-client.js';
import { DatabaseUnreachable } from './database-unreachable.error.js';

/** A host that drops packets would otherwise hold the start for minutes without a word. */
export const START_TIMEOUT_MS = 15_000;

/**
 * A connection for what a process asks before it begins; the caller ends it.
 * @throws DatabaseUnreachable
 */
export async function connectAtStart(url: string): Promise<DatabaseClient> {
  const client = new DatabaseClient({
    connectionString: url,
    application_name: 'atelier-start',
    connectionTimeoutMillis: START_TIMEOUT_MS,
  });
  await client.connect().catch((error: unknown) => {
    throw new DatabaseUnreachable(url, error);
  });
  return client;
}
