import { ApiProperty, ApiPropertyOptional, OmitType, PartialType } from '@nestjs/swagger';
import type { Task } from '#libs/media/work';
import { byProperty, responseOf } from '#libs/platform/http';
import { VIDEO_STATES, videoState, type VideoState } from '../video-kinds.js';
import type { VideoExtension, VideoGeneration } from '../video-request.js';
import { MOVEMENT_AMPLITUDES, VIDEO_STYLES } from './generate-video.request.js';
import { VideoCreations } from './video-creations.response.js';

/** What the reply has besides if it waited for the end of the task. */
class VideoResults extends PartialType(OmitType(VideoCreations, ['state', 'credits', 'payload'])) {}

const NO_RESULTS = {
  id: undefined,
  err_code: undefined,
  err_msg: undefined,
  progress: undefined,
  creations: undefined,
} satisfies VideoResults;

export class NewVideoTask extends VideoResults {
  /** Id of the task. */
  @ApiProperty({ example: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11' }) task_id!: string;

  /** The status of the task. */
  @ApiProperty({ enum: VIDEO_STATES, example: 'created' }) state!: VideoState;

  /** Price in credits. */
  @ApiProperty({ type: 'integer', format: 'int32', example: 12 }) credits!: number;

  /** When it was created. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  /** The prompt as sent. */
  @ApiPropertyOptional() prompt?: string;

  /** Passed through. */
  @ApiPropertyOptional() payload?: string;

  static of(task: Task, { prompt, payload }: Pick<NewVideoTask, 'prompt' | 'payload'>) {
    const { id, status, credits, createdAt } = task;
    return {
      ...NO_RESULTS,
      task_id: id,
      state: videoState(status),
      credits,
      created_at: createdAt.toISOString(),
      prompt,
      payload,
    };
  }
}

/** A new video task. */
export class VideoTask extends NewVideoTask {
  /** The model. */
  @ApiPropertyOptional({ example: 'vq2-turbo' }) model?: string;

  /** The images: URLs as sent, and links to those sent as Base64. */
  @ApiPropertyOptional() images?: string[];

  /** Seconds. */
  @ApiPropertyOptional({ type: 'integer', format: 'int32', example: 2 }) duration?: number;

  /** Size of the picture. */
  @ApiPropertyOptional({ example: '360p' }) resolution?: string;

  /** Width to height. */
  @ApiPropertyOptional({ example: '16:9' }) aspect_ratio?: string;

  /** The seed used. */
  @ApiPropertyOptional({ type: 'integer', format: 'int32', example: 42 }) seed?: number;

  /** Look of the video. */
  @ApiPropertyOptional({ enum: VIDEO_STYLES }) style?: string;

  /** How much the camera moves. */
  @ApiPropertyOptional({ enum: MOVEMENT_AMPLITUDES }) movement_amplitude?: string;

  /** Whether background music is added. */
  @ApiPropertyOptional() override bgm?: boolean;

  /** Whether a copy with a watermark is made. */
  @ApiPropertyOptional() watermark?: boolean;

  /** Whether it runs off-peak. */
  @ApiPropertyOptional() override off_peak?: boolean;

  static from(task: Task, request: VideoGeneration, images: string[]): VideoTask {
    return responseOf(VideoTask, byProperty(request), { ...NewVideoTask.of(task, request), images });
  }
}

/** A new task that extends a video. */
export class VideoExtensionTask extends NewVideoTask {
  /** The model. */
  @ApiProperty({ example: 'vq2-turbo' }) model!: string;

  /** The end frame: its URL as sent, or a link to the one sent as Base64. */
  @ApiProperty() images!: string[];

  /** Seconds added. */
  @ApiProperty({ type: 'integer', format: 'int32', example: 5 }) duration!: number;

  /** Size of the picture. */
  @ApiProperty({ example: '720p' }) resolution!: string;

  /** The creation to extend. */
  @ApiPropertyOptional() video_creation_id?: string;

  /** URL of the video to extend. */
  @ApiPropertyOptional() video_url?: string;

  static from(task: Task, request: VideoExtension, images: string[]): VideoExtensionTask {
    const own = { ...NewVideoTask.of(task, request), bgm: undefined, off_peak: undefined };
    return responseOf(VideoExtensionTask, byProperty(request), { ...own, images });
  }
}
