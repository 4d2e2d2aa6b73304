import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Task } from '#libs/media/work';
import { VIDEO_STATES, videoState, type VideoState } from '../video-kinds.js';
import type { VideoGeneration } from '../video-request.js';
import { MOVEMENT_AMPLITUDES, VIDEO_STYLES } from './generate-video.request.js';

/** A new video task. */
export class VideoTask {
  @ApiProperty({ description: 'Id of the task.', example: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11' })
  task_id!: string;

  @ApiProperty({ description: 'The status of the task.', enum: VIDEO_STATES, example: 'created' })
  state!: VideoState;

  @ApiProperty({ description: 'Price in credits.', type: 'integer', format: 'int32', example: 12 })
  credits!: number;

  @ApiProperty({ description: 'When it was created.', format: 'date-time' })
  created_at!: string;

  @ApiPropertyOptional({ description: 'The model.', example: 'vq2-turbo' })
  model?: string;

  @ApiPropertyOptional({ description: 'The prompt as sent.' })
  prompt?: string;

  @ApiPropertyOptional({
    description: 'The images: URLs as sent, and links to those sent as Base64.',
    type: [String],
  })
  images?: string[];

  @ApiPropertyOptional({ description: 'Seconds.', type: 'integer', format: 'int32', example: 2 })
  duration?: number;

  @ApiPropertyOptional({ description: 'Size of the picture.', example: '360p' })
  resolution?: string;

  @ApiPropertyOptional({ description: 'Width to height.', example: '16:9' })
  aspect_ratio?: string;

  @ApiPropertyOptional({ description: 'The seed used.', type: 'integer', format: 'int32', example: 42 })
  seed?: number;

  @ApiPropertyOptional({ description: 'Look of the video.', enum: VIDEO_STYLES })
  style?: string;

  @ApiPropertyOptional({ description: 'How much the camera moves.', enum: MOVEMENT_AMPLITUDES })
  movement_amplitude?: string;

  @ApiPropertyOptional({ description: 'Whether background music is added.' })
  bgm?: boolean;

  @ApiPropertyOptional({ description: 'Whether a copy with a watermark is made.' })
  watermark?: boolean;

  @ApiPropertyOptional({ description: 'Whether it runs off-peak.' })
  off_peak?: boolean;

  @ApiPropertyOptional({ description: 'Passed through.' })
  payload?: string;

  static from(task: Task, request: VideoGeneration, images: string[]): VideoTask {
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
      aspect_ratio: request.aspect_ratio,
      seed: request.seed,
      style: request.style,
      movement_amplitude: request.movement_amplitude,
      bgm: request.bgm,
      watermark: request.watermark,
      off_peak: request.off_peak,
      payload: request.payload,
    };
  }
}
