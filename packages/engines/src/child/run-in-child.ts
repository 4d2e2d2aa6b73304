import { setTimeout as sleep } from 'node:timers/promises';
import { Child, type JobRun } from './child.js';
import { ChildEnded } from './child-errors.js';
import type { JobLimits } from './job-watch.js';
import type { SeenFiles } from './sandbox/sandbox-tools.js';

/** What one job may take. */
type ChildLimits = {
  /** Resident memory of the child. */
  memoryMb: number;
} & JobLimits;

export type ChildRun = {
  /** The compiled file to fork; it answers by `answerParent`. */
  program: string;
  /** The files of the job; it can reach no others. */
  files?: SeenFiles;
  limits: ChildLimits;
  /** Processes that the job may begin in anew when one is killed from outside; default 1, which is never. */
  tries?: number;
} & Omit<JobRun, 'limits'>;

const KILLED_PAUSE_MS = 200;

/**
 * Runs one job in its own process, which is gone when the promise settles. A caller that can try the job again
 * counts the kills there; for others a killed process is no fault of the job, and it begins anew.
 *
 * @returns What the child's program answers.
 * @throws JobFailed what the job reports; ChildEnded when there is no answer.
 */
export async function runInChild(job: object, run: ChildRun): Promise<unknown> {
  for (let triesLeft = (run.tries ?? 1) - 1; ; triesLeft -= 1) {
    if (run.signal?.aborted) throw new ChildEnded('cancelled');
    try {
      return await runOnce(job, run);
    } catch (error) {
      const isKilled = error instanceof ChildEnded && error.end === 'killed';
      if (!isKilled || triesLeft === 0) throw error;
      await sleep(KILLED_PAUSE_MS, undefined, { signal: run.signal }).catch(() => undefined);
    }
  }
}

async function runOnce(job: object, { program, files, limits, ...run }: ChildRun): Promise<unknown> {
  const child = new Child({ program, memoryMb: limits.memoryMb, files });
  try {
    return await child.run(job, { ...run, limits });
  } finally {
    await child.close();
  }
}
