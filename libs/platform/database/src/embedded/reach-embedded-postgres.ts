import fs from 'node:fs';
import path from 'node:path';
import { DATABASE_USER } from './cluster-initialisation.js';
import { clusterBase } from './cluster-location.js';
import {
  connectionUrl,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.js';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';

/** What a command needs of a server: its address, and to leave it. */
export type ReachedPostgres = Pick<EmbeddedPostgres, 'url' | 'stop'>;

/**
 * The server of `dataDir` for a command that runs beside the service: the one that a running service started, which
 * `stop` leaves alone, else one of this process.
 *
 * @throws EmbeddedPostgresError as `startEmbeddedPostgres` does; `data_directory_in_use` while the other service starts.
 */
export async function reachEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<ReachedPostgres> {
  try {
    return await startEmbeddedPostgres(options);
  } catch (error) {
    const isInUse = error instanceof EmbeddedPostgresError && error.code === 'data_directory_in_use';
    const url = isInUse ? urlOfRunning(options) : undefined;
    if (url === undefined) throw error;
    return { url, stop: async () => undefined };
  }
}

/** Read from the server's lock file: its fifth line is the socket's folder, its eighth the state. */
function urlOfRunning({ dataDir, database }: EmbeddedPostgresOptions): string | undefined {
  const lockFile = path.join(clusterBase(path.resolve(dataDir)), 'data', 'postmaster.pid');
  const lines = fs.existsSync(lockFile) ? fs.readFileSync(lockFile, 'utf8').split('\n') : [];
  const [port, host, state] = [lines[3], lines[4], lines[7]?.trim()];
  if (state !== 'ready' || !host) return undefined;
  return connectionUrl({ host, port: Number(port), user: DATABASE_USER, database });
}
