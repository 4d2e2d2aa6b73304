import { ApiProperty } from '@nestjs/swagger';
import { chargedCredits, type LinkedOutput, type Task } from '#libs/media/work';
import { VIDEO_STATES, videoState, type VideoState } from '../video-kinds.js';

/** A video that a task made. */
export class VideoCreation {
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

/** A video task with what it made: what the look-up answers and callbacks carry. Every field is always there: clients rely on it. */
export class VideoCreations {
  @ApiProperty({ description: 'Id of the task.' })
  id!: string;

  @ApiProperty({ description: 'The status of the task.', enum: VIDEO_STATES })
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

  static from(task: Task, outputs: readonly LinkedOutput[]): VideoCreations {
    const { payload, bgm, off_peak: isOffPeak } = task.request;
    const linkTo = (role: string) => outputs.find((output) => output.role === role)?.url ?? '';
    const videos = outputs.filter(({ role }) => role === 'video');
    return {
      id: task.id,
      state: videoState(task.status),
      err_code: task.errorCode ?? '',
      err_msg: task.errorMessage ?? '',
      credits: chargedCredits(task),
      progress: task.progress,
      payload: typeof payload === 'string' ? payload : '',
      bgm: bgm === true,
      off_peak: isOffPeak === true,
      creations: videos.map(({ asset, url }) => ({
        id: asset.id,
        url,
        cover_url: linkTo('cover'),
        watermarked_url: linkTo('watermarked'),
      })),
    };
  }
}
