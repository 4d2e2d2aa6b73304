import { engineProcesses } from './engine-processes.js';
import { until } from './until.js';

/**
 * Waits for this process's engine processes of a program, such as `video`, ends them with a signal and waits until
 * they have gone.
 */
export async function endEngine(program: string, signal: NodeJS.Signals): Promise<void> {
  let pids: number[] = [];
  await until(() => (pids = engineProcesses(program)).length > 0);
  for (const pid of pids) process.kill(pid, signal);
  await until(() => !engineProcesses(program).some((pid) => pids.includes(pid)));
}
