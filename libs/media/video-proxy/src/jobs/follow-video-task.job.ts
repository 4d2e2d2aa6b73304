import { JobHandler } from '#libs/platform/queue';
import { MediaTaskJob } from '#libs/media/providers';

/** Has the video of one task made by a vendor: submits it, polls and fetches the result. */
@JobHandler({ name: 'video-tasks.follow', maxAttempts: 4, leaseSeconds: 30 })
export class FollowVideoTaskJob extends MediaTaskJob {}
