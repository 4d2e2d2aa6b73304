import { done, type Job, JobHandler, type JobOutcome, type JobRun } from '#libs/platform/queue';
import { ArchiveUploads } from '../archive-uploads.service.js';

const BATCH = 100;

/** Removes archives that were stored and that no version came to own, as their process was killed. */
@JobHandler({
  name: 'node-versions.sweep-archives',
  maxAttempts: 3,
  leaseSeconds: 60,
  concurrency: 1,
  every: '1h',
})
export class SweepArchivesJob implements Job<object> {
  constructor(private readonly uploads: ArchiveUploads) {}

  async run(_payload: object, { signal }: JobRun): Promise<JobOutcome> {
    while (!signal.aborted && (await this.uploads.sweep(BATCH)) === BATCH);
    return done();
  }
}
