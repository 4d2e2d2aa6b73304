import fs from 'node:fs';
import path from 'node:path';
import type { ClusterLocation } from './cluster-location.js';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { programPath } from './postgres-binaries.js';
import type { SystemUser } from './system-user.js';
import { spawnTied } from './tied-process.js';

/** The database superuser, and the only account: who can open the socket is trusted. */
export const DATABASE_USER = 'postgres';

/** Containers have a /dev/shm of 64 MB, or none; these keep PostgreSQL out of it. */
export const SHARED_MEMORY = { dynamic_shared_memory_type: 'mmap' };

/** Major version of the packaged server. Data of another one needs a conversion, which is not done silently. */
const MAJOR_VERSION = '18';
const PARTIAL_PREFIX = 'initialising-';

/**
 * Creates the data folder unless there is one.
 *
 * It is made under another name and renamed when it is complete: an interrupted attempt is thrown away and made anew,
 * and nothing that bears the final name is ever deleted.
 *
 * @param isDurable false skips flushing to the disk.
 * @throws EmbeddedPostgresError when the folder holds something else, or the creation fails.
 */
export async function initialiseCluster(
  { base, data }: ClusterLocation,
  binaries: string,
  user: SystemUser | undefined,
  isDurable: boolean,
): Promise<void> {
  if (fs.existsSync(data)) return requireOwnCluster(data);
  removePartial(base);
  const partial = path.join(base, `${PARTIAL_PREFIX}${process.pid}`);
  const initdb = spawnTied(
    programPath(binaries, 'initdb'),
    initdbArguments(partial, isDurable),
    user,
    () => undefined,
  );
  if ((await initdb.ended) !== 0) throw EmbeddedPostgresError.failed('initdb', base, initdb.tail());
  fs.renameSync(partial, data);
}

/** Deletes what interrupted attempts left. */
function removePartial(base: string): void {
  for (const name of fs.readdirSync(base)) {
    if (name.startsWith(PARTIAL_PREFIX)) fs.rmSync(path.join(base, name), { recursive: true, force: true });
  }
}

function initdbArguments(folder: string, isDurable: boolean): string[] {
  return [
    ...['-D', folder, '-U', DATABASE_USER, '--auth=trust', '--encoding=UTF8'],
    // The same order of strings on every machine, whatever its C library.
    ...['--locale-provider=builtin', '--locale=C.UTF-8', '--no-instructions'],
    ...Object.entries(SHARED_MEMORY).map(([name, value]) => `--set=${name}=${value}`),
    ...(isDurable ? [] : ['--no-sync']),
  ];
}

function requireOwnCluster(data: string): void {
  const versionFile = path.join(data, 'PG_VERSION');
  const version = fs.existsSync(versionFile) ? fs.readFileSync(versionFile, 'utf8').trim() : undefined;
  if (version === MAJOR_VERSION) return;
  const found = version ? `data of PostgreSQL ${version}` : 'something that is not a PostgreSQL database';
  throw new EmbeddedPostgresError(
    'data_directory_unusable',
    `${data} holds ${found}, and this service brings PostgreSQL ${MAJOR_VERSION}. Move the folder away to start with ` +
      'an empty database or to restore a backup (npm run restore -- <file>), or serve the data with a PostgreSQL of its ' +
      'version and set DATABASE_URL.',
  );
}
