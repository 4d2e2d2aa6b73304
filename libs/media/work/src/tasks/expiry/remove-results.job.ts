import { again, done, type Job, JobHandler, type JobOutcome, type JobRun } from '#libs/platform/queue';
import { TaskExpiry } from './task-expiry.js';

const BATCH = 100;

/** Expires the tasks that an admin removes. After a crash it goes on with those that have not expired. */
@JobHandler({ name: 'tasks.remove-results', maxAttempts: 10, concurrency: 1 })
export class RemoveResultsJob implements Job<{ endedBefore: string; userId: string | null }> {
  constructor(private readonly expiry: TaskExpiry) {}

  async run(
    { endedBefore, userId }: { endedBefore: string; userId: string | null },
    { signal }: JobRun,
  ): Promise<JobOutcome> {
    const removed = { endedBefore: new Date(endedBefore), userId };
    while (!signal.aborted) if ((await this.expiry.removeNext(removed, BATCH)) < BATCH) return done();
    return again({ afterSeconds: 0 });
  }
}
