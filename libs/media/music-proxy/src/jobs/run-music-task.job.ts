import { JobHandler } from '#libs/platform/queue';
import { MediaTaskJob } from '#libs/media/providers';

@JobHandler({ name: 'music-tasks.run', maxAttempts: 4 })
export class RunMusicTaskJob extends MediaTaskJob {}
