import type { WebhookDelivery } from './webhook.entity.js';

/** A delivery attempt has ended. Published in the transaction that stores it. */
export class AttemptMade {
  constructor(
    readonly delivery: WebhookDelivery,
    readonly result: { isReceived: boolean; isGone: boolean },
  ) {}
}
