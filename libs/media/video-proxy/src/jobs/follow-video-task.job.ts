import { JobHandler } from '#libs/platform/queue';
import { MediaTaskJob } from '#libs/media/providers';

/** Runs one video task at a vendor: submits it, polls it and fetches the result. */
@JobHandler({ name: 'video-tasks.follow', maxAttempts: 4 })
export class FollowVideoTaskJob extends MediaTaskJob {}
