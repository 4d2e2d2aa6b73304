import { chargedCredits, type LinkedOutput, type Task, type TaskKind, type TaskStatus } from '#libs/tasks';

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

/** A video that a task made. */
export type VideoCreation = { id: string; url: string; cover_url: string; watermarked_url: string };

/** What the creations look-up answers and the callbacks carry. */
export type VideoCreationsBody = {
  id: string;
  state: VideoState;
  err_code: string;
  err_msg: string;
  credits: number;
  progress: number;
  payload: string;
  bgm: boolean;
  off_peak: boolean;
  creations: VideoCreation[];
};

const NATIVE: Readonly<Record<TaskStatus, VideoState>> = {
  created: 'created',
  queued: 'queueing',
  processing: 'processing',
  succeeded: 'success',
  failed: 'failed',
  canceled: 'failed',
};

/** The task's state in the words of the video area. */
export function videoState(task: Pick<Task, 'status'>): VideoState {
  return NATIVE[task.status];
}

/** The task with what it made. Every field is always there: clients rely on it. */
export function videoCreationsBody(task: Task, outputs: readonly LinkedOutput[]): VideoCreationsBody {
  const { payload, bgm, off_peak: isOffPeak } = task.request;
  const linkTo = (role: string) => outputs.find((output) => output.role === role)?.url ?? '';
  return {
    id: task.id,
    state: videoState(task),
    err_code: task.errorCode ?? '',
    err_msg: task.errorMessage ?? '',
    credits: chargedCredits(task),
    progress: task.progress,
    payload: typeof payload === 'string' ? payload : '',
    bgm: bgm === true,
    off_peak: isOffPeak === true,
    creations: outputs
      .filter(({ role }) => role === 'video')
      .map(({ asset, url }) => ({
        id: asset.id,
        url,
        cover_url: linkTo('cover'),
        watermarked_url: linkTo('watermarked'),
      })),
  };
}

/** The kinds as the tasks module wants them. */
export function videoTaskKinds(): TaskKind[] {
  return VIDEO_KINDS.map((name) => ({
    name,
    nativeStatus: (status) => NATIVE[status],
    notification: videoCreationsBody,
  }));
}
