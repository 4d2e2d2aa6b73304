import { ApiProperty } from '@nestjs/swagger';
import {
  VIDEO_STATES,
  type VideoCreation as VideoCreationBody,
  type VideoCreationsBody,
  type VideoState,
} from '../video-kinds.js';

/** A video that a task made. */
export class VideoCreation implements VideoCreationBody {
  @ApiProperty({ description: 'Id of the creation; `extend` takes it.' })
  id!: string;

  @ApiProperty({ description: 'Signed link to the video.' })
  url!: string;

  @ApiProperty({ description: 'Signed link to its cover picture.' })
  cover_url!: string;

  @ApiProperty({
    description: 'Signed link to the copy with a watermark; empty when none was asked for.',
  })
  watermarked_url!: string;
}

/** A video task with what it made. */
export class VideoCreations implements VideoCreationsBody {
  @ApiProperty({ description: 'Id of the task.' })
  id!: string;

  @ApiProperty({ description: 'Where the task stands.', enum: VIDEO_STATES })
  state!: VideoState;

  @ApiProperty({ description: 'Why it failed: a stable code; empty otherwise.', example: '' })
  err_code!: string;

  @ApiProperty({ description: 'Why it failed: a sentence; empty otherwise.', example: '' })
  err_msg!: string;

  @ApiProperty({
    description: 'Price in credits; 0 when the task has failed.',
    type: 'integer',
    format: 'int32',
  })
  credits!: number;

  @ApiProperty({ description: 'How far the work is.', type: 'integer', minimum: 0, maximum: 100 })
  progress!: number;

  @ApiProperty({ description: 'Passed through; empty when none was sent.' })
  payload!: string;

  @ApiProperty({ description: 'Whether background music is added.' })
  bgm!: boolean;

  @ApiProperty({ description: 'Whether it runs off-peak.' })
  off_peak!: boolean;

  @ApiProperty({ description: 'The videos; empty until the task has succeeded.', type: [VideoCreation] })
  creations!: VideoCreation[];
}
