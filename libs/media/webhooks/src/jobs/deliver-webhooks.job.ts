import { v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import {
  again,
  done,
  type EnqueueOptions,
  type Job,
  JobHandler,
  type JobOutcome,
  type JobRun,
} from '#libs/platform/queue';
import { AttemptMade } from '../attempt-made.event.js';
import { type Chain, DeliveriesRepository } from '../deliveries.repository.js';
import { retryPause } from '../retry-schedule.js';
import type { WebhookDelivery } from '../webhook.entity.js';
import { type AttemptResult, WebhookSender } from '../webhook-sender.js';
import { WebhooksSettings } from '../webhooks.settings.js';

/** Either the task whose callback address is called, or an endpoint's chain and the task that it is about, if any. */
export type DeliverPayload = { taskId?: string; chainId?: string };

/** Concurrent calls of one endpoint, over all processes: a slow one must not take every slot. */
const CALLS_PER_ENDPOINT = 4;

/** The job that sends the pending deliveries of a chain. */
export function deliverJob({ chainId, taskId, endpointId }: Chain): {
  payload: DeliverPayload;
  options: EnqueueOptions;
} {
  if (endpointId === null) return { payload: { taskId: chainId }, options: { key: chainId, group: chainId } };
  const lane = Number.parseInt(chainId.slice(0, 2), 16) % CALLS_PER_ENDPOINT;
  const payload = taskId === null ? { chainId } : { chainId, taskId };
  return { payload, options: { key: chainId, group: `${endpointId}:${lane}` } };
}

/**
 * Sends the pending deliveries of one chain, strictly in order: a delivery is sent only when the one before it was
 * received or given up. One job works on a chain at a time.
 */
@JobHandler({ name: 'webhooks.deliver', maxAttempts: 20, concurrency: 16 })
export class DeliverWebhooksJob implements Job<DeliverPayload> {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly sender: WebhookSender,
    private readonly events: DomainEvents,
    private readonly transactions: TransactionRunner,
    private readonly settings: WebhooksSettings,
    private readonly clock: Clock,
  ) {}

  async run({ taskId, chainId = taskId ?? '' }: DeliverPayload, { signal }: JobRun): Promise<JobOutcome> {
    if (await this.deliveries.isOver(NO_TRANSACTION, chainId)) {
      await this.transactions.run((scope) => this.deliveries.giveUpChain(scope, chainId));
      return done();
    }
    for (;;) {
      const delivery = await this.deliveries.findNext(NO_TRANSACTION, chainId);
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
    const pause =
      result.isReceived || result.isRedirect
        ? undefined
        : retryPause(retrySeconds, attemptCount, result.retryAfterSeconds, Math.random());
    await this.transactions.run(async (scope) => {
      await this.deliveries.insertAttempt(scope, attemptRow(delivery, result));
      await this.deliveries.settle(scope, delivery, {
        status: result.isReceived ? 'delivered' : pause === undefined ? 'failed' : 'pending',
        nextAttemptAt: pause === undefined ? null : this.clock.in(pause * 1000),
      });
      if (result.isGone) await this.deliveries.giveUpChain(scope, delivery.chainId);
      await this.events.publish(scope, new AttemptMade(delivery, result));
    });
  }
}

export function attemptRow(delivery: WebhookDelivery, result: AttemptResult) {
  return {
    id: uuidv7(),
    deliveryId: delivery.id,
    endpointId: delivery.endpointId,
    startedAt: result.startedAt,
    durationMs: result.durationMs,
    responseStatus: result.responseStatus ?? null,
    responseText: result.responseText ?? null,
    error: result.error ?? null,
  };
}
