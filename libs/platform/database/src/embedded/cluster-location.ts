import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { canReach, type SystemUser } from './system-user.js';

/** Where root's service keeps the database when the server's account cannot reach the data folder. */
const SYSTEM_FOLDER = '/var/lib/atelier-postgres';
/** Bytes that are left for the folder in a socket address: 104 on macOS, less `/.s.PGSQL.5432` and the final NUL. */
const SOCKET_FOLDER_MAX_BYTES = 88;

/** The folders of one database. All belong to the server's account and are closed to everybody else. */
export type ClusterLocation = {
  /** PostgreSQL's own data folder. Exists only once it was created completely. */
  data: string;
  /** Copies of PostgreSQL's programs, where they are needed. */
  runtime: string;
  /** Holds the socket. */
  sockets: string;
  /** The folder around `data`. */
  base: string;
};

/**
 * Decides where the database of `dataDir` lives and creates the folders around it.
 *
 * That is `dataDir` itself, unless the service is root and `dataDir` lies below a folder which the server's account
 * cannot enter. Then it is a folder below `/var/lib`, named in the file `dataDir/LOCATION`, which is followed for ever
 * after: otherwise a later `chmod` would make the service start afresh and its data seem lost.
 */
export function locateCluster(
  dataDir: string,
  user: SystemUser | undefined,
  log: (line: string) => void,
): ClusterLocation {
  const base = chooseBase(dataDir, user, log);
  ownFolder(base, user);
  return {
    base,
    data: path.join(base, 'data'),
    runtime: path.join(base, 'runtime'),
    sockets: socketFolder(base, user),
  };
}

/** Removes a socket folder that had to be made outside the database folder. */
export function removeTemporarySockets({ base, sockets }: ClusterLocation): void {
  if (path.dirname(sockets) !== base) fs.rmSync(sockets, { recursive: true, force: true });
}

/** The folder around the database of `dataDir` as it was chosen before; `dataDir` itself where nothing was chosen. */
export function clusterBase(dataDir: string): string {
  const pointer = pointerFile(dataDir);
  return fs.existsSync(pointer) ? fs.readFileSync(pointer, 'utf8').trim() : dataDir;
}

/** Whether the database of `dataDir` has been made. */
export function hasCluster(dataDir: string): boolean {
  return fs.existsSync(path.join(clusterBase(dataDir), 'data'));
}

function pointerFile(dataDir: string): string {
  return path.join(dataDir, 'LOCATION');
}

function chooseBase(dataDir: string, user: SystemUser | undefined, log: (line: string) => void): string {
  const pointer = pointerFile(dataDir);
  if (!user || fs.existsSync(pointer)) return clusterBase(dataDir);
  ownFolder(dataDir, user);
  if (canReach(user, dataDir)) return dataDir;
  const base = path.join(SYSTEM_FOLDER, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  fs.writeFileSync(pointer, `${base}\n`);
  log(`${dataDir} is out of reach for the account ${user.name}: the database is kept in ${base}`);
  return base;
}

function socketFolder(base: string, user: SystemUser | undefined): string {
  const inside = path.join(base, 'run');
  const fits = Buffer.byteLength(inside) <= SOCKET_FOLDER_MAX_BYTES;
  const folder = fits ? inside : fs.mkdtempSync(path.join(temporaryFolder(user), 'atelier-'));
  ownFolder(folder, user);
  return folder;
}

function temporaryFolder(user: SystemUser | undefined): string {
  const preferred = fs.realpathSync(os.tmpdir());
  const roomy = Buffer.byteLength(preferred) <= SOCKET_FOLDER_MAX_BYTES - '/atelier-XXXXXX'.length;
  return roomy && (!user || canReach(user, preferred)) ? preferred : '/tmp';
}

function ownFolder(folder: string, user: SystemUser | undefined): void {
  fs.mkdirSync(folder, { recursive: true, mode: user ? 0o755 : 0o700 }); // parents made for another account stay open
  if (user) fs.chownSync(folder, user.uid, user.gid);
  fs.chmodSync(folder, 0o700);
}
