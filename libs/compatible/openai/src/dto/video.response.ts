import { nameOfTask } from '#libs/compatible/models';
import type { Task, TaskStatus } from '#libs/media/work';
import { sizeOf } from '../frame-size.js';

type VideoStatus = 'queued' | 'in_progress' | 'completed' | 'failed';

const STATUSES: Readonly<Record<TaskStatus, VideoStatus>> = {
  created: 'queued',
  queued: 'queued',
  processing: 'in_progress',
  uncertain: 'in_progress',
  succeeded: 'completed',
  failed: 'failed',
  canceled: 'failed',
};

/** A task as a video of OpenAI. Source: the types of the npm package openai 7.59.0, read 2026-11-28. */
export class OpenAiVideo {
  id!: string;
  object!: 'video';
  model!: string;
  status!: VideoStatus;
  progress!: number;
  created_at!: number;
  completed_at!: number | null;
  expires_at!: number | null;
  prompt!: string | null;
  seconds!: string;
  size!: string;
  remixed_from_video_id!: null;
  error!: { code: string; message: string } | null;

  static from(task: Task): OpenAiVideo {
    const { errorCode: code, errorMessage: message } = task;
    const { input, ...own } = task.request as { input?: Record<string, unknown> } & Record<string, unknown>;
    const fields = input ?? own;
    return {
      ...{ id: task.id, object: 'video', model: nameOfTask(task), status: STATUSES[task.status] },
      progress: task.progress,
      created_at: seconds(task.createdAt),
      completed_at: task.finishedAt && seconds(task.finishedAt),
      expires_at: task.expiresAt && seconds(task.expiresAt),
      prompt: typeof fields.prompt === 'string' ? fields.prompt : null,
      seconds: String((fields.duration as number | string | undefined) ?? ''),
      size: sizeOf(fields) ?? '',
      remixed_from_video_id: null,
      error: code !== null && message !== null ? { code, message } : null,
    };
  }
}

export type OpenAiVideoList = {
  object: 'list';
  data: OpenAiVideo[];
  first_id: string | null;
  last_id: string | null;
  has_more: boolean;
};

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
