import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, lchownSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  inOwnFileSystem,
  nextUid,
  type SeenFiles,
  TOOL_PATH,
  withoutCapabilities,
  withoutPrivileges,
} from './sandbox-tools.js';

/**
 * How far a child is isolated from the machine: `own-files` sees only its files and no network, `no-network` has no network,
 * `no-privileges` can gain no rights, `none` is limited only by Node's permission model.
 */
export type SandboxLevel = 'own-files' | 'no-network' | 'no-privileges' | 'none' | 'off';

/** A way to isolate a child, and whether it starts in a user name space because root's rights are missing. */
type Way = {
  level: SandboxLevel;
  inUserSpace?: boolean;
};

const NAMESPACES = ['--net', '--ipc', '--uts'];
const TRY_TIMEOUT_MS = 10_000;

const isRoot = process.getuid?.() === 0;
const own = path.resolve(import.meta.dirname, '../../..');
/** Strongest first. */
const WAYS: readonly Way[] = [
  ...(isRoot ? [{ level: 'own-files' as const }] : []),
  { level: 'own-files', inUserSpace: true },
  { level: 'no-network', inUserSpace: true },
  { level: 'no-privileges' },
];

let way: Way = { level: 'off' };
/** What this machine allows; undefined until tried. */
let allowed: Way | undefined;

/** Finds out what this machine allows, and isolates every child from now on that way. `off` disables isolation. */
export function prepareSandbox(isWanted: boolean): SandboxLevel {
  way = isWanted ? (allowed ??= strongest()) : { level: 'off' };
  return way.level;
}

/** The command of a child, and what to do after its end. */
export type SandboxedCommand = {
  command: string[];
  env: Record<string, string>;
  /** Returns ownership of its output to the account of the service. */
  ended: () => void;
};

/** The command of a child, isolated as `prepareSandbox` found possible. */
export function sandboxed(flags: readonly string[], program: string, given: SeenFiles): SandboxedCommand {
  if (way.level === 'off')
    return { command: [process.execPath, ...flags, program], env: {}, ended: () => undefined };
  // Missing files are left for the child to report.
  const files = { ...given, read: given.read.filter((file) => existsSync(file)) };
  const seen = { ...files, read: [...codeFiles(program), ...files.read] };
  const command = [process.execPath, ...flags, ...permissions(seen), program];
  const uid = ownUid(way);
  if (uid !== undefined) giveAccess(files, uid);
  return {
    command: wrapped(way, command, seen, uid),
    env: { PATH: TOOL_PATH },
    ended: () => uid !== undefined && takeBack(files.write),
  };
}

/** A separate account needs root, and a file system with nothing but the files of the job. */
function ownUid({ level, inUserSpace }: Way): number | undefined {
  return isRoot && level === 'own-files' && !inUserSpace ? nextUid() : undefined;
}

function wrapped(
  { level, inUserSpace }: Way,
  command: readonly string[],
  seen: SeenFiles,
  uid?: number,
): string[] {
  switch (level) {
    case 'own-files': {
      const user = inUserSpace ? ['--user', '--map-root-user'] : [];
      return ['unshare', ...user, '--mount', ...NAMESPACES, ...inOwnFileSystem(command, seen, uid)];
    }
    case 'no-network':
      return ['unshare', '--user', '--map-current-user', ...NAMESPACES, ...withoutPrivileges(command)];
    case 'no-privileges':
      return isRoot ? withoutCapabilities(command) : withoutPrivileges(command);
    default:
      return [...command];
  }
}

/** Tries the ways with everything that a child needs. */
function strongest(): Way {
  if (process.platform !== 'linux') return { level: 'none' };
  const seen = { read: codeFiles('') };
  const command = [process.execPath, '--version'];
  return WAYS.find((one) => works(wrapped(one, command, seen, ownUid(one)))) ?? { level: 'none' };
}

function works([program = '', ...parameters]: readonly string[]): boolean {
  const env = { PATH: TOOL_PATH };
  const { status } = spawnSync(program, parameters, { env, stdio: 'ignore', timeout: TRY_TIMEOUT_MS });
  return status === 0;
}

/** Node refuses files that are not listed, for access from JavaScript; native code such as a decoder is not checked. */
function permissions({ read, write }: SeenFiles): string[] {
  const folder = write === undefined ? [] : [write];
  return [
    '--permission',
    '--allow-addons',
    '--allow-worker',
    ...[...read, ...folder].map((file) => `--allow-fs-read=${withContents(file)}`),
    ...[...folder, '/tmp'].map((file) => `--allow-fs-write=${withContents(file)}`),
    '--allow-fs-write=/proc/self/oom_score_adj',
  ];
}

function withContents(file: string): string {
  return statSync(file).isDirectory() ? path.join(file, '*') : file;
}

/** The code that runs: Node itself, this package and its dependencies. */
function codeFiles(program: string): string[] {
  // Not computed at load time, because a child may not read the folders.
  const root = rootOf(own);
  const files = [path.join(root, 'node_modules'), path.join(root, 'package.json'), own];
  const isElsewhere = (file: string) =>
    !files.some((known) => file === known || file.startsWith(`${known}/`));
  const others = [realpathSync(process.execPath), ...(program ? [path.dirname(program)] : [])];
  return [...files, ...others.filter(isElsewhere)].filter((file) => existsSync(file));
}

/** Gives the files of a job to its account, which sees nothing else. The folders above them stay closed to it. */
function giveAccess({ read, write }: SeenFiles, uid: number): void {
  for (const file of read) {
    const { mode } = statSync(file);
    if (!(mode & 0o004)) chmodSync(file, mode | 0o004);
  }
  if (write !== undefined) chownSync(write, uid, uid);
}

function takeBack(folder: string | undefined): void {
  if (folder === undefined || !existsSync(folder)) return;
  for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    lchownSync(path.join(folder, name), 0, 0);
}

/** The folder whose `node_modules` contains this package. */
function rootOf(folder: string): string {
  if (existsSync(path.join(folder, 'node_modules/@atelier/engines')) || path.dirname(folder) === folder)
    return folder;
  return rootOf(path.dirname(folder));
}
