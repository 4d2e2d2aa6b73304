import { JobHandler } from '#libs/platform/queue';
import { MediaTaskJob } from '#libs/media/providers';

@JobHandler({ name: 'model-tasks.run', maxAttempts: 4 })
export class RunModelTaskJob extends MediaTaskJob {}
