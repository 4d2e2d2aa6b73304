import type { TaskStatus } from '#libs/media/work';

/** The video task states of service.md. */
export const VIDEO_STATES = ['created', 'processing', 'queueing', 'success', 'failed'] as const;
export type VideoState = (typeof VIDEO_STATES)[number];

export const VIDEO_KINDS = ['video-start-end', 'video-reference', 'video-extend'] as const;
export type VideoKind = (typeof VIDEO_KINDS)[number];

export const VIDEO_BASE = 'proxy/vidprov';
/** Where tasks of a kind are started, relative to `VIDEO_BASE`. */
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

/** The task's status as the video endpoints name it. */
export function videoState(status: TaskStatus): VideoState {
  return NATIVE[status];
}
