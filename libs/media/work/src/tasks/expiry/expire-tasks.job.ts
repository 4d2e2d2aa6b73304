import { done, type Job, JobHandler, type JobOutcome, type JobRun } from '#libs/platform/queue';
import { TaskLog } from '../log/task-log.js';
import { TaskExpiry } from './task-expiry.js';

const BATCH = 100;

@JobHandler({ name: 'tasks.expire', maxAttempts: 3, concurrency: 1, every: '1m' })
export class ExpireTasksJob implements Job<object> {
  private hasDatedKept = false;

  constructor(
    private readonly expiry: TaskExpiry,
    private readonly log: TaskLog,
  ) {}

  async run(_payload: object, { signal }: JobRun): Promise<JobOutcome> {
    if (!this.hasDatedKept) await this.expiry.dateKept(signal);
    this.hasDatedKept = !signal.aborted;
    while (!signal.aborted && (await this.expiry.expireDue(BATCH)) === BATCH);
    await this.log.forgetOld(signal);
    return done();
  }
}
