import type { TaskStatus } from '#libs/media/work';

/** The video task states of service.md. */
export const VIDEO_STATES = ['created', 'processing', 'queueing', 'success', 'failed'] as const;
/** One of `VIDEO_STATES`. */
export type VideoState = (typeof VIDEO_STATES)[number];

/** Every kind of video task. */
export const VIDEO_KINDS = ['video-start-end', 'video-reference', 'video-extend'] as const;
/** One of `VIDEO_KINDS`. */
export type VideoKind = (typeof VIDEO_KINDS)[number];

/** What the paths of all video endpoints begin with. */
export const VIDEO_BASE = 'proxy/vidprov';
/** Where tasks of a kind are started, below `VIDEO_BASE`. */
export const VIDEO_PATHS: Readonly<Record<VideoKind, string>> = {
  'video-start-end': 'start-end2video',
  'video-reference': 'reference2video',
  'video-extend': 'extend',
};

const NATIVE: Readonly<Record<TaskStatus, VideoState>> = {
  created: 'created',
  queued: 'queueing',
  processing: 'processing',
  uncertain: 'processing',
  succeeded: 'success',
  failed: 'failed',
  canceled: 'failed',
};

/** The task's status in the words of the video area. */
export function videoState(status: TaskStatus): VideoState {
  return NATIVE[status];
}
