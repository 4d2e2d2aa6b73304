import { done, type Job, JobHandler, type JobOutcome, type JobRun } from '#libs/platform/queue';
import { PendingUploads } from './pending-uploads.js';

const BATCH = 100;

/** Removes stored files that no row came to own because their process was killed. */
@JobHandler({ name: 'storage.sweep-uploads', maxAttempts: 3, concurrency: 1, every: '1h' })
export class SweepUploadsJob implements Job<object> {
  constructor(private readonly uploads: PendingUploads) {}

  async run(_payload: object, { signal }: JobRun): Promise<JobOutcome> {
    while (!signal.aborted && (await this.uploads.sweep(BATCH)) === BATCH);
    return done();
  }
}
