import type { ReportProgress } from '#libs/engines/child';
import { runVideoJob } from './child/video-child.js';

/** How a look through a video may be limited. */
export type DetectCutsOptions = {
  signal?: AbortSignal;
  onProgress?: ReportProgress;
  /** Default 3 minutes. */
  timeoutMs?: number;
  /** Resident memory of the process that decodes. Default 768. */
  memoryMb?: number;
};

const DEFAULT_TIMEOUT_MS = 180_000;
const STALL_MS = 30_000;
const DEFAULT_MEMORY_MB = 768;

/**
 * Finds the moments at which a video's picture changes at once.
 *
 * @param path A local MP4, MOV, WebM, MKV, MPEG-TS, AVI or FLV file.
 * @returns Cut times in seconds, rising, to a tenth of a second; empty for an uncut video.
 * @throws VideoEngineError `source_unreadable`, `no_video`, `source_too_large`, `timed_out`, `out_of_memory`,
 * `cancelled`, `engine_crashed`.
 */
export async function detectCuts(path: string, options: DetectCutsOptions = {}): Promise<number[]> {
  return runVideoJob<'cuts'>(
    { kind: 'cuts', path },
    {
      limits: {
        timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        stallMs: STALL_MS,
        memoryMb: options.memoryMb ?? DEFAULT_MEMORY_MB,
      },
      signal: options.signal,
      onProgress: options.onProgress,
    },
  );
}
