import type { Watched } from '../jobs/watch-job.js';
import type { VideoFacts } from '../probe/probe-message.js';
import type { ExtendRequest, GenerateRequest, VideoResult } from '../video-request.js';

/** Where a job puts its files, and how it encodes them. */
export type JobOutput = {
  folder: string;
  /** What the encoder may use of the processor; by default all that it knows. */
  encoderCode?: string;
};

/** A job as the child gets it: everything decided, nothing random left. */
export type Job =
  | { kind: 'generate'; request: GenerateRequest & { seed: number }; output: JobOutput }
  | { kind: 'extend'; request: ExtendRequest & { seed: number }; output: JobOutput }
  | { kind: 'watch'; path: string }
  | { kind: 'container'; path: string };

export type JobResults = {
  generate: VideoResult;
  extend: VideoResult;
  watch: Watched;
  container: VideoFacts;
};
