import { JobHandler } from '#libs/platform/queue';
import { MediaTaskJob } from '#libs/media/providers';

@JobHandler({ name: 'video-tasks.run', maxAttempts: 3, leaseSeconds: 30 })
export class RunVideoTaskJob extends MediaTaskJob {}
