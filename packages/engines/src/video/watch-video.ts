import { type ReportProgress, WORK_LIMITS } from '../child/index.js';
import { runVideoJob } from './child/video-child.js';
import type { Watched } from './jobs/watch-job.js';

const LIMITS = { ...WORK_LIMITS, memoryMb: 768 };

/**
 * Finds the moments at which a video's picture changes at once, and what its pictures are like.
 *
 * @param path A local MP4, MOV, WebM, MKV, MPEG-TS, AVI or FLV file.
 * @returns Cut times in seconds, rising, to a tenth of a second, empty for an uncut video; mean light, colour and motion.
 * @throws VideoEngineError `source_unreadable`, `no_video`, `source_too_large`, `timed_out`, `out_of_memory`,
 * `cancelled`, `engine_crashed`; VideoInterrupted.
 */
export async function watchVideo(
  path: string,
  run: { signal?: AbortSignal; onProgress?: ReportProgress } = {},
): Promise<Watched> {
  return runVideoJob<'watch'>({ kind: 'watch', path }, { limits: LIMITS, ...run });
}
