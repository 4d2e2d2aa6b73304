import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';

const CHECK_INTERVAL_MS = 25;
/** A server whose owner died is already stopping: it is asked again, and then killed, only when it takes this long. */
const ESCALATION: { afterMs: number; signal: NodeJS.Signals }[] = [
  { afterMs: 2_000, signal: 'SIGINT' },
  { afterMs: 20_000, signal: 'SIGQUIT' },
];
const GIVE_UP_AFTER_MS = 40_000;

/**
 * Waits until no server works on a data folder any more, stopping one that a dead service left, and removes what
 * a killed server forgot. To be called by the folder's lock owner only: whatever runs there has no owner.
 *
 * @throws EmbeddedPostgresError `data_directory_in_use` when the server cannot be stopped.
 */
export async function endOrphanedServer(
  data: string,
  sockets: string,
  log: (line: string) => void,
): Promise<void> {
  const startedAt = Date.now();
  const steps = [...ESCALATION];
  let holders = listHolders(data);
  if (holders.length > 0) log(`waiting for the previous server (process ${holders.join(', ')}) to stop`);
  for (; holders.length > 0; holders = listHolders(data)) {
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > GIVE_UP_AFTER_MS) throw stillRunning(data, holders);
    if (steps[0] && waitedMs > steps[0].afterMs) signalServer(data, holders, steps.shift()!.signal);
    await sleep(CHECK_INTERVAL_MS);
  }
  removeLeftovers(data, sockets);
}

/** The process id in PostgreSQL's own lock file: its first line. */
function serverPid(data: string): number | undefined {
  const file = path.join(data, 'postmaster.pid');
  if (!fs.existsSync(file)) return undefined;
  return Number.parseInt(fs.readFileSync(file, 'utf8'), 10) || undefined;
}

/** Signals the server, or its remaining children when it is gone. The id in its file alone is not believed: ids are reused. */
function signalServer(data: string, holders: number[], signal: NodeJS.Signals): void {
  const server = serverPid(data);
  for (const pid of server && holders.includes(server) ? [server] : holders) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended between the listing and the signal; the next listing shows.
    }
  }
}

/** PostgreSQL refuses to start over its old lock files when their ids have been given to some other process since. */
function removeLeftovers(data: string, sockets: string): void {
  fs.rmSync(path.join(data, 'postmaster.pid'), { force: true });
  for (const name of fs.existsSync(sockets) ? fs.readdirSync(sockets) : []) {
    if (name.startsWith('.s.PGSQL.')) fs.rmSync(path.join(sockets, name), { force: true });
  }
}

/** The ids of PostgreSQL processes at work on a data folder: each has it as its working directory. */
function listHolders(data: string): number[] {
  if (!fs.existsSync(data)) return [];
  const folder = fs.realpathSync(data);
  return process.platform === 'linux' ? listByProc(folder) : listByLsof(folder);
}

function listByProc(folder: string): number[] {
  const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => workingDirectory(pid) === folder).map(Number);
}

function workingDirectory(pid: string): string | undefined {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined; // it ended, is a zombie, or is another user's
  }
}

function listByLsof(folder: string): number[] {
  try {
    const fields = execFileSync('lsof', ['-a', '-c', 'postgres', '-d', 'cwd', '-F', 'pn'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return parseLsof(fields, folder);
  } catch {
    return []; // lsof ends with 1 when it finds none
  }
}

/** Reads `lsof -F pn`: a line `p<id>` for each process, followed by `n<folder>`. */
export function parseLsof(fields: string, folder: string): number[] {
  const processes = fields.split(/^p/m).slice(1);
  return processes
    .filter((lines) => lines.split('\n').includes(`n${folder}`))
    .map((lines) => Number.parseInt(lines, 10));
}

function stillRunning(data: string, holders: number[]): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'data_directory_in_use',
    `A PostgreSQL server (process ${holders.join(', ')}) works in ${data} and does not stop. End it and start again.`,
  );
}
