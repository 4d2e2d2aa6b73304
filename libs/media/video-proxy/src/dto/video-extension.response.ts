import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Task } from '#libs/media/work';
import { VIDEO_STATES, videoState, type VideoState } from '../video-kinds.js';
import type { VideoExtension } from '../video-request.js';

export class VideoExtensionTask {
  /** Id of the task. */
  @ApiProperty({ example: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11' }) task_id!: string;

  /** The status of the task. */
  @ApiProperty({ enum: VIDEO_STATES, example: 'created' }) state!: VideoState;

  /** Price in credits. */
  @ApiProperty({ type: 'integer', format: 'int32', example: 35 }) credits!: number;

  /** When it was created. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  /** The model. */
  @ApiProperty({ example: 'vq2-turbo' }) model!: string;

  /** The prompt as sent. */
  @ApiPropertyOptional() prompt?: string;

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

  /** Passed through. */
  @ApiPropertyOptional() payload?: string;

  static from(task: Task, request: VideoExtension, images: string[]): VideoExtensionTask {
    return {
      task_id: task.id,
      state: videoState(task.status),
      credits: task.credits,
      created_at: task.createdAt.toISOString(),
      model: request.model,
      prompt: request.prompt,
      images,
      duration: request.duration,
      resolution: request.resolution,
      video_creation_id: request.video_creation_id,
      video_url: request.video_url,
      payload: request.payload,
    };
  }
}
