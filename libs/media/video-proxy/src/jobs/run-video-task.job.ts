import { JobHandler } from '#libs/platform/queue';
import { MediaTaskJob } from '#libs/media/providers';

@JobHandler({ name: 'video-tasks.run', maxAttempts: 3 })
export class RunVideoTaskJob extends MediaTaskJob {}
