import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { errorCode } from './error-code.js';
import { canReach, type SystemUser } from './system-user.js';

/** One missing library link, both ends relative to the package folder; from the package's `pg-symlinks.json`. */
type LibraryLink = { source: string; target: string };

/**
 * Finds PostgreSQL's programs for this machine, ready to be run by `user`.
 *
 * They stay in `node_modules` when possible. A copy is made in `runtimeDir` when the account cannot reach them there,
 * as below root's home, or when their library links are missing and cannot be added, as in a read-only checkout.
 *
 * @returns the folder with `bin`, `lib` and `share`.
 * @throws EmbeddedPostgresError `unsupported_platform` when there are none for this machine, or they do not run on it.
 */
export function prepareBinaries(runtimeDir: string, user: SystemUser | undefined): string {
  const packaged = path.join(packageFolder(), 'native');
  const usable = completeLinks(packaged) && (!user || canReach(user, programPath(packaged, 'postgres')));
  const binaries = usable ? packaged : copyBinaries(packaged, runtimeDir, user);
  requireRunnable(binaries, user);
  return binaries;
}

/** The path of one of PostgreSQL's programs below a folder of `prepareBinaries`. */
export function programPath(binaries: string, program: 'postgres' | 'initdb'): string {
  return path.join(binaries, 'bin', program);
}

function packageFolder(): string {
  const machine = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${machine}`);
    return path.resolve(path.dirname(entry), '..');
  } catch (error) {
    throw unsupported(`no PostgreSQL programs are installed for ${machine}`, error);
  }
}

/**
 * Adds the library links that the package's install script would have made: install scripts are switched off here.
 * @returns false when links are missing and the folder cannot be written.
 */
function completeLinks(binaries: string): boolean {
  const links = JSON.parse(fs.readFileSync(path.join(binaries, 'pg-symlinks.json'), 'utf8')) as LibraryLink[];
  try {
    for (const { source, target } of links) {
      addLink(path.join(binaries, '..', target), path.basename(source));
    }
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(String(errorCode(error)))) return false;
    throw error;
  }
}

function addLink(link: string, neighbour: string): void {
  if (fs.lstatSync(link, { throwIfNoEntry: false })) return;
  try {
    fs.symlinkSync(neighbour, link);
  } catch (error) {
    // Another process added it in the meantime.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

function copyBinaries(packaged: string, runtimeDir: string, user: SystemUser | undefined): string {
  const root = path.join(runtimeDir, packageVersion(packaged));
  // The links in it lead to `native/lib`, so the copy keeps that last folder name.
  const copy = path.join(root, 'native');
  if (fs.existsSync(copy)) return copy;
  fs.rmSync(runtimeDir, { recursive: true, force: true });
  const partial = `${root}.partial`;
  fs.cpSync(packaged, path.join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
  completeLinks(path.join(partial, 'native'));
  if (user) handOver(runtimeDir, user);
  fs.renameSync(partial, root);
  return copy;
}

function packageVersion(packaged: string): string {
  const description: unknown = JSON.parse(fs.readFileSync(path.join(packaged, '..', 'package.json'), 'utf8'));
  const version =
    description && typeof description === 'object' && 'version' in description ? description.version : '';
  return `${String(version)}-${process.platform}-${process.arch}`;
}

function handOver(folder: string, { uid, gid }: SystemUser): void {
  fs.lchownSync(folder, uid, gid);
  for (const entry of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    fs.lchownSync(path.join(folder, entry), uid, gid);
  }
}

/** Catches at once what would otherwise surface as an odd initdb failure: another C library, a `noexec` mount. */
function requireRunnable(binaries: string, user: SystemUser | undefined): void {
  const run = spawnSync(programPath(binaries, 'postgres'), ['--version'], {
    ...(user && { uid: user.uid, gid: user.gid }),
    cwd: '/',
    env: {},
    encoding: 'utf8',
  });
  if (run.status === 0) return;
  throw unsupported(
    `PostgreSQL's programs do not run on this machine (${run.error?.message ?? run.stderr.trim()})`,
  );
}

function unsupported(reason: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'unsupported_platform',
    `The embedded PostgreSQL is not available: ${reason}. ` +
      'It comes with npm for Linux with glibc and for macOS; elsewhere set DATABASE_URL to a PostgreSQL server.',
    { cause },
  );
}
