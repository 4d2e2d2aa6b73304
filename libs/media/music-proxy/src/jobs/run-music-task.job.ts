import { JobHandler } from '#libs/platform/queue';
import { MediaTaskJob } from '#libs/media/providers';

/** Makes the music of one task. */
@JobHandler({ name: 'music-tasks.run', maxAttempts: 4, leaseSeconds: 30 })
export class RunMusicTaskJob extends MediaTaskJob {}
