import { ApiProperty } from '@nestjs/swagger';
import { AttemptResponse, DeliveryResponse } from '#libs/media/work';
import { responseOf } from '#libs/platform/http';
import type { DeliveryWithAttempts } from '../deliveries.repository.js';

export function shownDelivery(delivery: DeliveryWithAttempts): DeliveryResponse {
  return responseOf(DeliveryResponse, delivery, {
    receiver: new URL(delivery.url).origin,
    next_attempt_at: delivery.waitsForEarlier ? null : (delivery.nextAttemptAt?.toISOString() ?? null),
    attempts: delivery.attempts.map((attempt) => responseOf(AttemptResponse, attempt)),
  });
}

export class DeliveryListResponse {
  /** The deliveries. */
  @ApiProperty({ type: [DeliveryResponse] }) deliveries!: DeliveryResponse[];
}

export class RedeliveryResponse {
  /** Id of the delivery. */
  @ApiProperty({ format: 'uuid' }) id!: string;
}

export class WebhookSecretResponse {
  /** The current secret, in the form of Standard Webhooks. */
  @ApiProperty({ example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }) secret!: string;
}

export class RotatedSecretResponse extends WebhookSecretResponse {
  /** The old secret also signs webhooks until then. */
  @ApiProperty({ format: 'date-time' }) previous_expires_at!: string;
}
