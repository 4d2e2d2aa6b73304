import { readdirSync, readFileSync } from 'node:fs';

/** The processes of an engine, such as `video`, among the children of `parents` (process ids). */
export function engineProcesses(program: string, parents: readonly number[] = [process.pid]): number[] {
  return childrenOf(...parents).filter((pid) => read(`/proc/${pid}/cmdline`).includes(`${program}.child.js`));
}

export function childrenOf(...parents: readonly number[]): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    // The program's name precedes the last bracket; the parent's id follows the state.
    const [, parent] = /.*\) \S (\d+)/s.exec(read(`/proc/${pid}/stat`)) ?? [];
    return parents.includes(Number(parent));
  });
}

/** Empty when the process has gone meanwhile. Called repeatedly: synchronous reads are cheapest. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
