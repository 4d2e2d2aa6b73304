import type { ProbeErrorCode } from './probe.errors.js';

/** What is known of a video without decoding it. */
export type VideoFacts = {
  container: 'mp4' | 'mov' | 'webm' | 'mkv' | 'mpegts' | 'avi' | 'flv';
  /** The larger of what the header claims and what the packets span. Above 0. */
  durationSeconds: number;
  /** As shown, after turning. Pixels. */
  width: number;
  height: number;
  /** Short name such as `avc`, `hevc`, `vp9`; `unknown` for one we cannot name. */
  videoCodec: string;
  /** Absent without a sound track. */
  audioCodec?: string;
};

/** From the worker to its owner. */
export type ProbeQuestion =
  | { type: 'read'; id: number; start: number; end: number }
  | { type: 'facts'; facts: VideoFacts }
  | { type: 'failed'; code: ProbeErrorCode; detail: string };

/** From the owner to the worker. */
export type ProbeAnswer = {
  id: number;
  bytes: Uint8Array;
};
