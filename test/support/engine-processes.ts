import { readdir, readFile } from 'node:fs/promises';
import { until } from './until.js';

/** The processes of an engine, such as `video`, that this process has. */
export async function engineProcesses(program: string): Promise<number[]> {
  const children: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const [status, command] = await Promise.all([
      readFile(`/proc/${name}/status`, 'utf8').catch(() => ''),
      readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => ''),
    ]);
    const isOurs = status.includes(`PPid:\t${process.pid}\n`) && command.includes(`${program}.child.js`);
    if (isOurs) children.push(Number(name));
  }
  return children;
}

/** Waits for such processes and sends them a signal. */
export async function signalEngine(program: string, signal: NodeJS.Signals): Promise<void> {
  let pids: number[] = [];
  await until(async () => (pids = await engineProcesses(program)).length > 0);
  for (const pid of pids) process.kill(pid, signal);
}
