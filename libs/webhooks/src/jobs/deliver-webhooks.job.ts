import { v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { again, done, type Job, JobHandler, type JobOutcome, type JobRun } from '#libs/platform/queue';
import { DeliveriesRepository } from '../deliveries.repository.js';
import { retryPause } from '../retry-schedule.js';
import type { WebhookDelivery } from '../webhook.entity.js';
import { type AttemptResult, WebhookSender } from '../webhook-sender.js';
import { WebhooksSettings } from '../webhooks.settings.js';

/**
 * Delivers what waits for one task, strictly in order: a later change is not sent before an earlier one was received
 * or given up. One job works for a task at a time.
 */
@JobHandler({ name: 'webhooks.deliver', maxAttempts: 20, leaseSeconds: 30, concurrency: 16 })
export class DeliverWebhooksJob implements Job<{ taskId: string }> {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly sender: WebhookSender,
    private readonly transactions: TransactionRunner,
    private readonly settings: WebhooksSettings,
    private readonly clock: Clock,
  ) {}

  async run({ taskId }: { taskId: string }, { signal }: JobRun): Promise<JobOutcome> {
    if (await this.deliveries.isGone(NO_TRANSACTION, taskId)) {
      await this.transactions.run((scope) => this.deliveries.giveUpTask(scope, taskId));
      return done();
    }
    for (;;) {
      const delivery = await this.deliveries.findNext(NO_TRANSACTION, taskId);
      if (!delivery) return done();
      const waitMs = (delivery.nextAttemptAt?.getTime() ?? 0) - this.clock.now().getTime();
      if (waitMs > 0) return again({ afterSeconds: waitMs / 1000 });
      const result = await this.sender.send(delivery, signal);
      await this.settle(delivery, result);
      if (result.isGone) return done();
    }
  }

  private async settle(delivery: WebhookDelivery, result: AttemptResult): Promise<void> {
    const attemptCount = delivery.attemptCount + 1;
    const { retrySeconds } = this.settings;
    const pause = result.isReceived
      ? undefined
      : retryPause(retrySeconds, attemptCount, result.retryAfterSeconds, Math.random());
    await this.transactions.run(async (scope) => {
      await this.deliveries.insertAttempt(scope, attemptRow(delivery, result));
      await this.deliveries.settle(scope, delivery, {
        status: result.isReceived ? 'delivered' : pause === undefined ? 'failed' : 'pending',
        nextAttemptAt: pause === undefined ? null : this.clock.in(pause * 1000),
      });
      if (result.isGone) await this.deliveries.giveUpTask(scope, delivery.taskId);
    });
  }
}

/** The attempt as it is kept. */
export function attemptRow(delivery: WebhookDelivery, result: AttemptResult) {
  return {
    id: uuidv7(),
    deliveryId: delivery.id,
    startedAt: result.startedAt,
    durationMs: result.durationMs,
    responseStatus: result.responseStatus ?? null,
    responseText: result.responseText ?? null,
    error: result.error ?? null,
  };
}
