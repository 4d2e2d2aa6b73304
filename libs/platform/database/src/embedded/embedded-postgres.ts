import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeFolder } from '#libs/platform/runtime';
import { DATABASE_USER, initialiseCluster, SHARED_MEMORY } from './cluster-initialisation.js';
import { type ClusterLocation, locateCluster, removeTemporarySockets } from './cluster-location.js';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { endOrphanedServer } from './orphaned-server.js';
import { acquireOwnerLock } from './owner-lock.js';
import { prepareBinaries, programPath } from './postgres-binaries.js';
import { memoryBytes, sharedBuffersMb } from './server-memory.js';
import { chooseServerUser, type SystemUser } from './system-user.js';
import { spawnTied, type TiedProcess } from './tied-process.js';

/** Only the name of the socket file: the server listens on no network. */
const PORT = 5432;
const READY_CHECK_INTERVAL_MS = 10;

export type EmbeddedPostgresOptions = {
  /** The folder of this database and nothing else. Created when absent. */
  dataDir: string;
  /** Name of the database in it. Created when absent. */
  database: string;
  /** Takes the server's messages, one line at a time. They hold no statements and no values of clients. */
  log?: (line: string) => void;
  /** Server settings by name, over the defaults: `{ shared_buffers: '512MB' }`. */
  settings?: Record<string, string>;
};

/** How to reach the server with `pg`. */
export type EmbeddedPostgresConnection = {
  /** Absolute path of the folder with the server's socket. */
  host: string;
  port: number;
  user: string;
  database: string;
};

/** A running private server. */
export type EmbeddedPostgres = {
  connection: EmbeddedPostgresConnection;
  /** The same as a URL, for libraries that take one. */
  url: string;
  /** PostgreSQL's own data folder, for messages. */
  folder: string;
  /** Stops the server, ending open connections, and gives the folder free. May be called more than once. */
  stop(): Promise<void>;
  /** Calls back when the server ends without having been stopped: connections are lost, a new start repairs. */
  onExit(listener: (error: EmbeddedPostgresError) => void): void;
};

/**
 * Starts a private PostgreSQL on `dataDir`, creating its data on the first start.
 *
 * The server belongs to this process: it stops when the process ends in whatever way, and one that a killed process left
 * behind is waited for, or stopped, first. When root starts it, it runs under an ordinary account. It listens on a socket
 * that only that account and root can open.
 *
 * @throws EmbeddedPostgresError with a message for the operator: no programs for this machine, folder in use by another
 * service, not writable, or of another version, disk full, or the server's own last words.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  try {
    // Where it is there, the server is spawned before this function first waits: what loads modules meanwhile waits little.
    if (!fs.existsSync(dataDir)) await makeFolder(dataDir);
    const user = chooseServerUser(dataDir);
    const lock = acquireOwnerLock(dataDir, user);
    try {
      return await startOwned({ ...options, dataDir }, user, () => lock.release());
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    throw EmbeddedPostgresError.explain(error, dataDir);
  }
}

async function startOwned(
  { dataDir, database, log = () => undefined, settings = {} }: EmbeddedPostgresOptions,
  user: SystemUser | undefined,
  release: () => void,
): Promise<EmbeddedPostgres> {
  const location = locateCluster(dataDir, user, log);
  const binaries = prepareBinaries(location.runtime, user);
  await initialiseCluster(location, binaries, user, settings['fsync'] !== 'off');
  await endOrphanedServer(location.data, location.sockets, log);
  const server = spawnTied(programPath(binaries, 'postgres'), serverArguments(location, settings), user, log);
  const connection = { host: location.sockets, port: PORT, user: DATABASE_USER, database };
  try {
    await untilReady(server, location);
    await ensureDatabase(connection);
  } catch (error) {
    await end(server, location);
    throw EmbeddedPostgresError.explainRefusal(error, location.data);
  }
  return supervise(server, location, connection, release);
}

function supervise(
  server: TiedProcess,
  location: ClusterLocation,
  connection: EmbeddedPostgresConnection,
  release: () => void,
): EmbeddedPostgres {
  let isStopping = false;
  return {
    connection,
    url: connectionUrl(connection),
    folder: location.data,
    stop: async () => {
      isStopping = true;
      await end(server, location);
      release();
    },
    onExit: (listener) => {
      void server.ended.then(() => {
        if (!isStopping)
          listener(EmbeddedPostgresError.failed('The PostgreSQL server', location.data, server.tail()));
      });
    },
  };
}

function serverArguments({ data, sockets }: ClusterLocation, settings: Record<string, string>): string[] {
  const all: Record<string, string> = {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    ...SHARED_MEMORY,
    shared_buffers: `${sharedBuffersMb(memoryBytes())}MB`,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '',
    log_checkpoints: 'off',
    log_min_messages: 'log', // errors go to their clients, and may quote what a caller sent
    ...settings,
  };
  return ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Reads the server's state where `pg_ctl` does: the eighth line of its lock file. */
async function untilReady(server: TiedProcess, { data }: ClusterLocation): Promise<void> {
  const stateFile = path.join(data, 'postmaster.pid');
  while (!server.hasEnded()) {
    const state = fs.existsSync(stateFile) ? fs.readFileSync(stateFile, 'utf8').split('\n')[7] : undefined;
    if (state?.trim() === 'ready') return;
    await sleep(READY_CHECK_INTERVAL_MS);
  }
  throw EmbeddedPostgresError.failed('The PostgreSQL server', data, server.tail());
}

async function ensureDatabase(connection: EmbeddedPostgresConnection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  client.on('error', () => undefined); // a failing query rejects; the connection's own event adds nothing
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      connection.database,
    ]);
    if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(connection.database)}`);
  } finally {
    await client.end();
  }
}

async function end(server: TiedProcess, location: ClusterLocation): Promise<void> {
  server.untie();
  await server.ended;
  removeTemporarySockets(location);
}

/** The address as a URL, for libraries that take one. */
export function connectionUrl({ host, port, user, database }: EmbeddedPostgresConnection): string {
  const part = encodeURIComponent;
  return `postgres://${part(user)}@localhost:${port}/${part(database)}?host=${part(host)}`;
}
