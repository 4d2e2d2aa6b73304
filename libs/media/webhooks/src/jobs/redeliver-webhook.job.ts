import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { done, type Job, JobHandler, type JobOutcome, type JobRun } from '#libs/platform/queue';
import { AttemptMade } from '../attempt-made.event.js';
import { DeliveriesRepository } from '../deliveries.repository.js';
import { WebhookSender } from '../webhook-sender.js';
import { attemptRow } from './deliver-webhooks.job.js';

/** Makes one more attempt on request. Its outcome is stored; it does not affect the order of other deliveries. */
@JobHandler({ name: 'webhooks.redeliver', maxAttempts: 1, concurrency: 4 })
export class RedeliverWebhookJob implements Job<{ deliveryId: string }> {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly sender: WebhookSender,
    private readonly events: DomainEvents,
    private readonly transactions: TransactionRunner,
  ) {}

  async run({ deliveryId }: { deliveryId: string }, { signal }: JobRun): Promise<JobOutcome> {
    const delivery = await this.deliveries.find(NO_TRANSACTION, deliveryId);
    if (!delivery) return done();
    const result = await this.sender.send(delivery, signal);
    await this.transactions.run(async (scope) => {
      await this.deliveries.insertAttempt(scope, attemptRow(delivery, result));
      if (result.isReceived)
        await this.deliveries.settle(scope, delivery, { status: 'delivered', nextAttemptAt: null });
      else await this.deliveries.countAttempt(scope, delivery.id);
      await this.events.publish(scope, new AttemptMade(delivery, result));
    });
    return done();
  }
}
