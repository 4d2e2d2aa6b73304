import { JobHandler } from '#libs/platform/queue';
import { MediaTaskJob } from '#libs/media/providers';

@JobHandler({ name: 'image-tasks.run', maxAttempts: 4 })
export class RunImageTaskJob extends MediaTaskJob {}
