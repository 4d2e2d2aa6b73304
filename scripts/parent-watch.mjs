// Notices the end of the npm that runs a script. npm passes signals on, but a `kill -9` of npm itself is not passed on.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

const CHECK_INTERVAL_MS = 500;

/**
 * Calls back once when npm, the parent of this script, has ended; does nothing for a script that npm did not start.
 * @param {() => void} listener
 */
export function onNpmEnded(listener) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const shellParent = parentOfNpmShell(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && (shellParent === undefined || isAlive(shellParent))) return;
    clearInterval(timer);
    listener();
  }, CHECK_INTERVAL_MS);
  timer.unref();
}

/** npm starts scripts through `sh -c`, which some shells stay in between for; then npm is the shell's parent. */
function parentOfNpmShell(pid) {
  const { parent, commandLine } = describeProcess(pid);
  return commandLine.includes('scripts/') && !commandLine.startsWith('npm') ? parent : undefined;
}

function describeProcess(pid) {
  if (fs.existsSync(`/proc/${pid}/stat`)) {
    const afterName = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    const commandLine = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { parent: Number(afterName[1]), commandLine };
  }
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' });
  const [, parent, commandLine = ''] = /^\s*(\d+)\s+(.*)/.exec(stdout ?? '') ?? [];
  return { parent: Number(parent), commandLine };
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
