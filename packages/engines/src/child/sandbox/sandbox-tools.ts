import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { OOM_SCORE } from '../oom-score.js';

/** Where the programs of util-linux and coreutils are; a child gets no environment from the service. */
export const TOOL_PATH = '/usr/sbin:/usr/bin:/sbin:/bin';

/** Accounts that Debian and others leave free; each child gets a separate one. */
const FIRST_UID = 65_000;
const UIDS = 500;
/** Folders of the system with which programs are started. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/nix/store'];
/** Folders that every system has; the child's file system is mounted over one of them in its name space. */
const STAGES = ['/mnt', '/media', '/srv', '/opt', '/home'];
const OWN_MEMORY_DISK = '256m';
const MAX_FILE_BYTES = 4 * 1024 ** 3;
const MAX_OPEN_FILES = 512;
const MAX_THREADS = 256;

let lastUid = 0;

/** The number of the next free account. */
export function nextUid(): number {
  lastUid = (lastUid + 1) % UIDS;
  return FIRST_UID + lastUid;
}

export type SeenFiles = {
  /** Files and folders that it may read. */
  read: readonly string[];
  /** A folder that it may write to. */
  write?: string;
};

/** Applies limits and drops privileges; `uid` is an account to change to. */
export function withoutPrivileges(command: readonly string[], uid?: number): string[] {
  const limits = [`--fsize=${MAX_FILE_BYTES}`, '--core=0', `--nofile=${MAX_OPEN_FILES}`];
  // Counted per account: the service's account may need many threads.
  if (uid !== undefined) limits.push(`--nproc=${MAX_THREADS}`);
  const account = uid === undefined ? [] : [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  return ['prlimit', ...limits, 'setpriv', ...account, '--no-new-privs', ...command];
}

/** As `withoutPrivileges`, and without root's capabilities. */
export function withoutCapabilities(command: readonly string[], uid?: number): string[] {
  const [prlimit = '', ...rest] = withoutPrivileges(command, uid);
  const at = rest.indexOf('--no-new-privs');
  return [prlimit, ...rest.toSpliced(at, 0, '--bounding-set=-all', '--inh-caps=-all')];
}

/** Runs the command in a separate file system that contains only the system's programs and `files`. */
export function inOwnFileSystem(command: readonly string[], files: SeenFiles, uid?: number): string[] {
  const stage = stageBeside([...files.read, ...(files.write === undefined ? [] : [files.write])]);
  const lines = [
    'set -e',
    // The folders below belong to other accounts.
    'umask 022',
    `echo ${OOM_SCORE} > /proc/self/oom_score_adj || :`,
    `mount -t tmpfs -o mode=755,nosuid,nodev,size=${OWN_MEMORY_DISK} tmpfs ${stage}`,
    `mkdir -m 1777 ${stage}/tmp`,
    ...SYSTEM.filter((folder) => existsSync(folder)).map((folder) => systemFolder(stage, folder)),
    ...files.read.map((file) => bound(stage, file, 'ro')),
    ...(files.write === undefined ? [] : [bound(stage, files.write, 'rw')]),
    'cd /',
    `exec chroot ${stage} "$@"`,
  ];
  return ['sh', '-c', lines.join('\n'), 'sandbox', ...withoutCapabilities(command, uid)];
}

/** Chooses a folder to mount over; its content is hidden from the child. */
function stageBeside(files: readonly string[]): string {
  const places = files.flatMap((file) => [file, realpathSync(file)]);
  const isFree = (folder: string) =>
    existsSync(folder) && !places.some((place) => place.startsWith(`${folder}/`));
  return STAGES.find(isFree) ?? '/mnt';
}

function systemFolder(stage: string, folder: string): string {
  if (lstatSync(folder).isSymbolicLink()) return `ln -s ${quoted(readlinkSync(folder))} ${stage}${folder}`;
  return bound(stage, folder, 'ro');
}

function bound(stage: string, file: string, access: 'ro' | 'rw'): string {
  const target = quoted(stage + file);
  const folder = statSync(file).isDirectory() ? target : quoted(stage + path.dirname(file));
  // The path may exist already within a mounted folder; then it is the real file.
  const make = `[ -e ${target} ] || { mkdir -p ${folder}; [ -e ${target} ] || : > ${target}; }`;
  // Flags of the disk that a user name space may not remove have to be repeated.
  const flags = access === 'ro' ? ['ro', 'ro,nosuid', 'ro,nosuid,nodev'] : ['rw,nosuid,nodev'];
  const mounts = flags.map((flag) => `mount -o rbind,${flag} ${quoted(file)} ${target}`);
  return `${make}\n${mounts.join(' 2>/dev/null || ')}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
