import { ApiProperty } from '@nestjs/swagger';
import { chargedCredits, type LinkedOutput, type Task } from '#libs/media/work';
import { VIDEO_STATES, videoState, type VideoState } from '../video-kinds.js';

export class VideoCreation {
  /** Id of the creation; pass it to `extend`. */
  @ApiProperty() id!: string;

  /** Signed link to the video. */
  @ApiProperty() url!: string;

  /** Signed link to its cover picture. */
  @ApiProperty() cover_url!: string;

  /** Signed link to the copy with a watermark; empty when none was requested. */
  @ApiProperty() watermarked_url!: string;
}

/** A video task with its results, as look-ups and callbacks return it. Every field is always present: clients rely on it. */
export class VideoCreations {
  /** Id of the task. */
  @ApiProperty() id!: string;

  /** The status of the task. */
  @ApiProperty({ enum: VIDEO_STATES }) state!: VideoState;

  /** Why it failed: a stable code; empty otherwise. */
  @ApiProperty({ example: '' }) err_code!: string;

  /** Why it failed: a sentence; empty otherwise. */
  @ApiProperty({ example: '' }) err_msg!: string;

  /** Price in credits; 0 when the task has failed. */
  @ApiProperty({ type: 'integer', format: 'int32' }) credits!: number;

  /** How far the work is. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 }) progress!: number;

  /** Passed through; empty when none was sent. */
  @ApiProperty() payload!: string;

  /** Whether background music is added. */
  @ApiProperty() bgm!: boolean;

  /** Whether it runs off-peak. */
  @ApiProperty() off_peak!: boolean;

  /** The videos; empty until the task has succeeded. */
  @ApiProperty({ type: [VideoCreation] }) creations!: VideoCreation[];

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
