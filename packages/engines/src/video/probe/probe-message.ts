import type { ProbeErrorCode } from './probe.errors.js';

/** What is known of a video without decoding it. */
export type VideoFacts = {
  container: 'mp4' | 'mov' | 'webm' | 'mkv' | 'mpegts' | 'avi' | 'flv';
  /** The larger of what the header claims and what the packets span. Above 0. */
  durationSeconds: number;
  /** As shown, after turning. Pixels. */
  width: number;
  height: number;
  /** Short name such as `avc`, `hevc`, `vp9`; `unknown` for any other. */
  videoCodec: string;
  /** Absent without a sound track. */
  audioCodec?: string;
};

/** What the worker examines, and how many bytes of it it may read; of sound only the length is found out. */
export type ProbeQuestion = { path: string; budgetBytes: number; isSound?: boolean };

/** What it answers, once. */
export type ProbeAnswer =
  | { type: 'facts'; facts: VideoFacts }
  | { type: 'sound'; durationSeconds: number }
  | { type: 'failed'; code: ProbeErrorCode; detail: string };
