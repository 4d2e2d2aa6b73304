import { readdirSync, readFileSync } from 'node:fs';

/** The processes of an engine, such as `video`, that one of `parents` has, which are process ids. */
export function engineProcesses(program: string, parents: readonly number[] = [process.pid]): number[] {
  return childrenOf(...parents).filter((pid) => read(`/proc/${pid}/cmdline`).includes(`${program}.child.js`));
}

/** The processes that one of `parents` has started. */
export function childrenOf(...parents: readonly number[]): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    // The program's name precedes the last bracket; the parent follows its state.
    const [, parent] = /.*\) \S (\d+)/s.exec(read(`/proc/${pid}/stat`)) ?? [];
    return parents.includes(Number(parent));
  });
}

/** Nothing where the process has gone meanwhile. It is asked again and again: one after the other costs least. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
