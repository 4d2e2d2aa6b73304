import { ApiProperty } from '@nestjs/swagger';
import { DeliveryResponse } from '#libs/media/work';
import type { DeliveryWithAttempts } from '../deliveries.repository.js';

/** A delivery as it is shown. */
export function shownDelivery(delivery: DeliveryWithAttempts): DeliveryResponse {
  return {
    id: delivery.id,
    receiver: new URL(delivery.url).origin,
    task_id: delivery.taskId,
    endpoint_id: delivery.endpointId,
    type: delivery.type,
    seq: delivery.seq,
    status: delivery.status,
    next_attempt_at: delivery.waitsForEarlier ? null : (delivery.nextAttemptAt?.toISOString() ?? null),
    attempts: delivery.attempts.map((attempt) => ({
      started_at: attempt.startedAt.toISOString(),
      duration_ms: attempt.durationMs,
      response_status: attempt.responseStatus,
      response_text: attempt.responseText,
      error: attempt.error,
    })),
    created_at: delivery.createdAt.toISOString(),
  };
}

/** The deliveries of a task, in order. */
export class DeliveryListResponse {
  /** The deliveries. */
  @ApiProperty({ type: [DeliveryResponse] }) deliveries!: DeliveryResponse[];
}

/** A delivery that will be sent once more. */
export class RedeliveryResponse {
  /** Id of the delivery. */
  @ApiProperty({ format: 'uuid' }) id!: string;
}

/** A signing secret. */
export class WebhookSecretResponse {
  /** The current secret, in the form of Standard Webhooks. */
  @ApiProperty({ example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }) secret!: string;
}

/** A new signing secret. */
export class RotatedSecretResponse extends WebhookSecretResponse {
  /** Until when webhooks are signed with the old secret too. */
  @ApiProperty({ format: 'date-time' }) previous_expires_at!: string;
}
