import { done, type Job, JobHandler, type JobOutcome, type JobRun } from '#libs/platform/queue';
import { OrderFollower } from '../orders/order-follower.js';

/** Finds out what happened to orders that no task polls any more. */
@JobHandler({ name: 'vendor-orders.follow', maxAttempts: 3, concurrency: 1, every: '15s' })
export class FollowOrdersJob implements Job<object> {
  constructor(private readonly follower: OrderFollower) {}

  async run(_: object, { signal }: JobRun): Promise<JobOutcome> {
    await this.follower.followDue(signal);
    return done();
  }
}
