import { setTimeout as sleep } from 'node:timers/promises';
import { Child, type JobRun } from './child.js';
import { ChildEnded } from './child-errors.js';
import type { JobLimits } from './job-watch.js';
import type { SeenFiles } from './sandbox/sandbox-tools.js';

type ChildLimits = {
  /** Resident memory of the child. */
  memoryMb: number;
} & JobLimits;

export type ChildRun = {
  /** The compiled file to fork; it answers by `answerParent`. */
  program: string;
  /** The files of the job; it can access no others. */
  files?: SeenFiles;
  limits: ChildLimits;
  /** How many processes the job may be started in when one is killed from outside; default 1: no retry. */
  tries?: number;
} & Omit<JobRun, 'limits'>;

const KILLED_PAUSE_MS = 200;

/**
 * Runs one job in a new process, which has ended when the promise settles. Callers that can repeat the job themselves count
 * the kills. For others a killed process is not the job's fault, and the job starts again.
 *
 * @returns The answer of the child's program.
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
