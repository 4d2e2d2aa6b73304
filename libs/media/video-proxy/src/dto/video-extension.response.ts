import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Task } from '#libs/media/work';
import { VIDEO_STATES, videoState, type VideoState } from '../video-kinds.js';
import type { VideoExtension } from '../video-request.js';

/** A new task that extends a video. */
export class VideoExtensionTask {
  @ApiProperty({ description: 'Id of the task.', example: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11' })
  task_id!: string;

  @ApiProperty({ description: 'The status of the task.', enum: VIDEO_STATES, example: 'created' })
  state!: VideoState;

  @ApiProperty({ description: 'Price in credits.', type: 'integer', format: 'int32', example: 35 })
  credits!: number;

  @ApiProperty({ description: 'When it was created.', format: 'date-time' })
  created_at!: string;

  @ApiProperty({ description: 'The model.', example: 'vq2-turbo' })
  model!: string;

  @ApiPropertyOptional({ description: 'The prompt as sent.' })
  prompt?: string;

  @ApiProperty({
    description: 'The end frame: its URL as sent, or a link to the one sent as Base64.',
    type: [String],
  })
  images!: string[];

  @ApiProperty({ description: 'Seconds added.', type: 'integer', format: 'int32', example: 5 })
  duration!: number;

  @ApiProperty({ description: 'Size of the picture.', example: '720p' })
  resolution!: string;

  @ApiPropertyOptional({ description: 'The creation to extend.' })
  video_creation_id?: string;

  @ApiPropertyOptional({ description: 'URL of the video to extend.' })
  video_url?: string;

  @ApiPropertyOptional({ description: 'Passed through.' })
  payload?: string;

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
