import { done, type Job, JobHandler, type JobOutcome } from '#libs/platform/queue';
import { TaskHours } from '../overview/task-hours.js';

/** Sums tasks by hour, so that the overview need not read them. */
@JobHandler({ name: 'operations.sum-tasks', maxAttempts: 3, concurrency: 1, every: '5m' })
export class SumTasksJob implements Job<object> {
  constructor(private readonly hours: TaskHours) {}

  async run(): Promise<JobOutcome> {
    await this.hours.sum();
    return done();
  }
}
