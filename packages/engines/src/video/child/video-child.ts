import {
  ChildEnded,
  type ChildEnd,
  type ChildRun,
  JobFailed,
  runInChild,
  type SeenFiles,
} from '../../child/index.js';
import { fileURLToPath } from 'node:url';
import { VideoEngineError, type VideoErrorCode, VideoInterrupted } from '../video.errors.js';
import type { Job, JobResults } from './job.js';

/** `program` is what to fork; the default is this engine's own. */
export type VideoChildRun = Omit<ChildRun, 'program'> & { program?: string };

/**
 * Runs one job in a new process, which has ended when the promise settles.
 *
 * @throws VideoEngineError what the job reports, or `timed_out`, `out_of_memory`, `cancelled`, `engine_crashed`;
 * VideoInterrupted, whose code is `engine_crashed` or `timed_out`, too.
 */
export async function runVideoJob<K extends Job['kind']>(
  job: Extract<Job, { kind: K }>,
  run: VideoChildRun,
): Promise<JobResults[K]> {
  const program = run.program ?? fileURLToPath(import.meta.resolve('#compiled/video/child/video.child.js'));
  try {
    return (await runInChild(job, { ...run, program, files: filesOf(job) })) as JobResults[K];
  } catch (error) {
    throw translated(error);
  }
}

export function filesOf(job: Job): SeenFiles {
  switch (job.kind) {
    case 'generate': {
      const { imagePaths, watermark } = job.request;
      const mark = watermark?.imagePath === undefined ? [] : [watermark.imagePath];
      return { read: [...imagePaths, ...mark], write: job.output.folder };
    }
    case 'extend': {
      const { sourcePath, endImagePath } = job.request;
      const end = endImagePath === undefined ? [] : [endImagePath];
      return { read: [sourcePath, ...end], write: job.output.folder };
    }
    case 'watch':
    case 'container':
      return { read: [job.path] };
  }
}

const CRASHED = ['engine_crashed', 'The video process ended unexpectedly.'] as const;

const ENDS: Record<ChildEnd, readonly [VideoErrorCode, string]> = {
  crashed: CRASHED,
  killed: CRASHED,
  timed_out: ['timed_out', 'The video job took too long and was stopped.'],
  stalled: ['timed_out', 'The video job stopped answering and was stopped.'],
  out_of_memory: ['out_of_memory', 'The video job needed more memory than it may take.'],
  cancelled: ['cancelled', 'The video job was cancelled.'],
};

/** The engine's error for the end of a child. */
export function translated(error: unknown): unknown {
  // The code is one that the child's own errors have.
  if (error instanceof JobFailed)
    return new VideoEngineError(error.code as VideoErrorCode, error.message, { cause: error.cause });
  if (!(error instanceof ChildEnded)) return error;
  const isInterrupted = error.end === 'killed' || error.end === 'stalled';
  const Failure = isInterrupted ? VideoInterrupted : VideoEngineError;
  return new Failure(...ENDS[error.end], { cause: error.cause });
}
