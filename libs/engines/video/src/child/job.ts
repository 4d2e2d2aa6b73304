import { type ExtendRequest, type GenerateRequest, type VideoResult } from '../video-request.js';
import { type VideoErrorCode } from '../video.errors.js';

/** A job as the child gets it: everything decided, nothing random left. */
export type Job =
  | { kind: 'generate'; request: GenerateRequest & { seed: number }; outputFolder: string }
  | { kind: 'extend'; request: ExtendRequest & { seed: number }; outputFolder: string }
  | { kind: 'cuts'; path: string }
  | { kind: 'container'; path: string };

/** Container facts read by the decoder library. */
export interface ContainerFacts {
  container: string;
  durationSeconds: number;
  width: number;
  height: number;
  videoCodec: string;
  audioCodec?: string;
}

/** What each kind of job answers. */
export interface JobResults {
  generate: VideoResult;
  extend: VideoResult;
  cuts: number[];
  container: ContainerFacts;
}

/** From the child to its parent. */
export type ChildMessage =
  | { type: 'ready' }
  | { type: 'progress'; percent: number }
  | { type: 'done'; result: JobResults[Job['kind']] }
  | { type: 'failed'; code: VideoErrorCode; message: string; detail: string };

/** Says how far a job is, 0–100. */
export type ReportProgress = (percent: number) => void;
