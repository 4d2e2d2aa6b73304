import { Injectable } from '@nestjs/common';
import { RunVideoTaskJob } from './jobs/run-video-task.job.js';
import type { VideoEffort, VideoProvider } from './video-provider.js';

/** Measured on two cores: 5 s at 720p take 5 s of processor time. */
const SECONDS_PER_MEGAPIXEL_SECOND = 1.1;
const START_SECONDS = 1;
const MEGAPIXELS: Readonly<Record<string, number>> = {
  '360p': 0.23,
  '540p': 0.52,
  '720p': 0.92,
  '1080p': 2.07,
  '2K': 3.69,
};

/** Does video tasks with the built-in engine. */
@Injectable()
export class LocalVideoProvider implements VideoProvider {
  readonly name = 'local';
  readonly isPaid = false;
  readonly isWakeable = false;
  readonly job = RunVideoTaskJob;

  estimateSeconds({ durationSeconds, resolution }: VideoEffort): number {
    const megapixels = MEGAPIXELS[resolution] ?? 1;
    return Math.ceil(START_SECONDS + durationSeconds * megapixels * SECONDS_PER_MEGAPIXEL_SECOND);
  }
}
