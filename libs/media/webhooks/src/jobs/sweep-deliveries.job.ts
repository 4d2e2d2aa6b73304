import { Logger } from '@nestjs/common';
import { Clock } from '#libs/platform/clock';
import { done, type Job, JobHandler, type JobOutcome, JobQueue, type JobRun } from '#libs/platform/queue';
import { NO_TRANSACTION } from '#libs/platform/database';
import { type Chain, DeliveriesRepository } from '../deliveries.repository.js';
import { DeliverWebhooksJob, deliverJob } from './deliver-webhooks.job.js';

const BATCH = 500;
/** A busy queue may be late; only deliveries later than this are checked. */
const OVERDUE_MS = 60_000;

/** Checks that every pending delivery has a job, and adds the missing ones. */
@JobHandler({ name: 'webhooks.sweep', maxAttempts: 3, concurrency: 1, every: '1m' })
export class SweepDeliveriesJob implements Job<object> {
  private readonly logger = new Logger(SweepDeliveriesJob.name);

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  async run(_payload: object, { signal }: JobRun): Promise<JobOutcome> {
    const before = this.clock.in(-OVERDUE_MS);
    let last: string | undefined;
    while (!signal.aborted) {
      const overdue = await this.deliveries.listOverdue(NO_TRANSACTION, before, BATCH, last);
      await this.repair(overdue);
      if (overdue.length < BATCH) break;
      last = overdue.at(-1)?.chainId;
    }
    return done();
  }

  private async repair(chains: readonly Chain[]): Promise<void> {
    const keys = await this.queue.listWithoutJob(
      DeliverWebhooksJob,
      chains.map(({ chainId }) => chainId),
    );
    if (keys.length === 0) return;
    const lost = chains.filter(({ chainId }) => keys.includes(chainId));
    this.logger.warn(
      { count: lost.length, taskIds: lost.slice(0, 10).map(({ taskId }) => taskId) },
      'Added the missing jobs of pending deliveries',
    );
    await this.queue.enqueueMany(NO_TRANSACTION, DeliverWebhooksJob, lost.map(deliverJob));
  }
}
