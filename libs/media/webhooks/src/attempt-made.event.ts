import type { WebhookDelivery } from './webhook.entity.js';

/** An attempt to deliver has ended. Published in the transaction that keeps it. */
export class AttemptMade {
  constructor(
    readonly delivery: WebhookDelivery,
    readonly result: { isReceived: boolean; isGone: boolean },
  ) {}
}
