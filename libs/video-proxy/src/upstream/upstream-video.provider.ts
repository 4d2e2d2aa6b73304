import { Injectable } from '@nestjs/common';
import { FollowVideoTaskJob } from '../jobs/follow-video-task.job.js';
import type { VideoEffort, VideoProvider } from '../video-provider.js';

/** What vendors were seen to take: a start, and then some time for each second of video. */
const START_SECONDS = 30;
const SECONDS_PER_SECOND = 8;

/** Has video tasks done by a vendor. */
@Injectable()
export class UpstreamVideoProvider implements VideoProvider {
  readonly name = 'upstream';
  readonly isPaid = true;
  readonly isWakeable = true;
  readonly job = FollowVideoTaskJob;

  estimateSeconds({ durationSeconds }: VideoEffort): number {
    return START_SECONDS + SECONDS_PER_SECOND * durationSeconds;
  }
}
