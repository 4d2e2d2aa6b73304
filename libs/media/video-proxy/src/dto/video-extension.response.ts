import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Task } from '#libs/media/work';
import type { VideoExtension } from '../video-request.js';
import { NewVideoTask } from './video-task.response.js';

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
    return {
      ...NewVideoTask.of(task, request),
      model: request.model,
      images,
      duration: request.duration,
      resolution: request.resolution,
      video_creation_id: request.video_creation_id,
      video_url: request.video_url,
    };
  }
}
