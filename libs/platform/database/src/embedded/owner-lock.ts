import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { errorCode } from './error-code.js';
import type { SystemUser } from './system-user.js';

/** SQLite's result code for "another connection holds the lock", https://sqlite.org/rescode.html#busy. */
const SQLITE_BUSY = 5;

/** Open handles, kept from the garbage collector, which would close them and with them the lock. */
const held = new Set<DatabaseSync>();

/** The right of one process to run the server of a data folder. */
export type OwnerLock = { release(): void };

/**
 * Makes this process the only owner of a data folder.
 *
 * The lock is a file lock of the operating system, taken through SQLite because Node has no call for it: it ends with
 * the process however that dies, cannot be mistaken by a reused process id, and holds between containers that share a
 * folder. Nothing else in this process may open the file: closing it would drop the lock.
 *
 * @throws EmbeddedPostgresError `data_directory_in_use` while another live process (or this one) is the owner.
 */
export function acquireOwnerLock(directory: string, user: SystemUser | undefined): OwnerLock {
  const lockFile = path.join(directory, 'owner.lock');
  const pidFile = path.join(directory, 'owner.pid');
  if (!fs.existsSync(lockFile)) fs.writeFileSync(lockFile, '', { flag: 'a' });
  fs.accessSync(lockFile, fs.constants.W_OK); // SQLite would open it read-only and report something unrelated
  const handle = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    handle.exec('pragma journal_mode = memory'); // a journal file would outlive a killed owner, as that account's
    handle.exec('begin immediate');
  } catch (error) {
    handle.close();
    if (errorCode(error, 'errcode') === SQLITE_BUSY) throw inUse(directory, pidFile);
    throw error;
  }
  held.add(handle);
  fs.writeFileSync(pidFile, `${process.pid}\n`);
  if (user) for (const file of [lockFile, pidFile]) fs.chownSync(file, user.uid, user.gid);
  return {
    release: () => {
      if (held.delete(handle)) handle.close();
    },
  };
}

function inUse(directory: string, pidFile: string): EmbeddedPostgresError {
  const pid = fs.existsSync(pidFile) ? fs.readFileSync(pidFile, 'utf8').trim() : 'unknown';
  return new EmbeddedPostgresError(
    'data_directory_in_use',
    `The database folder ${directory} is in use by another running service (process ${pid}). ` +
      'Stop that one, or give this one its own DATA_DIR; to share one database, set DATABASE_URL in both.',
  );
}
