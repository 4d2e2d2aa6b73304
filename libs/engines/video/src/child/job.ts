import type { VideoFacts } from '../probe/probe-message.js';
import type { ExtendRequest, GenerateRequest, VideoResult } from '../video-request.js';

/** A job as the child gets it: everything decided, nothing random left. */
export type Job =
  | { kind: 'generate'; request: GenerateRequest & { seed: number }; outputFolder: string }
  | { kind: 'extend'; request: ExtendRequest & { seed: number }; outputFolder: string }
  | { kind: 'cuts'; path: string }
  | { kind: 'container'; path: string };

/** What each kind of job answers. */
export type JobResults = {
  generate: VideoResult;
  extend: VideoResult;
  cuts: number[];
  container: VideoFacts;
};
