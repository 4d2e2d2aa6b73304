import { engineProcesses } from './engine-processes.js';
import { until } from './until.js';

/** Waits for processes of an engine, such as `video`, that this process has, and sends them a signal. */
export async function signalEngine(program: string, signal: NodeJS.Signals): Promise<void> {
  let pids: number[] = [];
  await until(async () => (pids = await engineProcesses(program)).length > 0);
  for (const pid of pids) process.kill(pid, signal);
}
