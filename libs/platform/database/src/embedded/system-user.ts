import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';

/** An operating system account, as in one line of the account file. */
export type SystemUser = { name: string; uid: number; gid: number };

/** Accounts that run the server when nobody owns the data folder yet, in order of preference. */
const PREFERRED_NAMES = ['postgres', '_postgres', 'node', 'nobody', 'daemon'];

/**
 * Chooses the account that PostgreSQL, which refuses to run as root, is to be started under.
 *
 * The owner of the data folder, or of the closest folder above it that is not root's, comes first: that account can
 * surely reach the folder, and may later run the service itself on the same data.
 *
 * @returns undefined when the service is not root: the server then runs under its account.
 * @throws EmbeddedPostgresError when root has no account to switch to.
 */
export function chooseServerUser(dataDir: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = parseAccounts(fs.readFileSync('/etc/passwd', 'utf8'));
  const owner = closestOwner(dataDir);
  const candidates = [
    ...users.filter(({ uid }) => uid === owner),
    ...PREFERRED_NAMES.flatMap((name) => users.filter((user) => user.name === name)),
  ];
  const chosen = candidates.find((user) => canSwitchTo(user));
  if (chosen) return chosen;
  throw new EmbeddedPostgresError(
    'unsupported_platform',
    'The embedded PostgreSQL cannot run as root, and there is no ordinary account to switch to. ' +
      'Run the service as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  );
}

/** Reads the ordinary accounts out of `/etc/passwd`; root's aliases and negative ids are left out. */
export function parseAccounts(text: string): SystemUser[] {
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => !fields[0]?.startsWith('#') && fields.length >= 7)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0);
}

/** Whether the account can enter and read a folder, or run a file, including every folder above it. */
export function canReach(user: SystemUser, file: string): boolean {
  return runAs(user, ['-c', 'test -r "$1" && test -x "$1"', 'sh', file]);
}

function canSwitchTo(user: SystemUser): boolean {
  return runAs(user, ['-c', ':']);
}

function runAs({ uid, gid }: SystemUser, shellArguments: string[]): boolean {
  return spawnSync('/bin/sh', shellArguments, { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0;
}

function closestOwner(directory: string): number | undefined {
  const owner = fs.statSync(directory, { throwIfNoEntry: false })?.uid;
  if (owner) return owner;
  const parent = path.dirname(directory);
  return parent === directory ? undefined : closestOwner(parent);
}
