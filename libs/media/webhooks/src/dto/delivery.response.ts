import { ApiProperty } from '@nestjs/swagger';
import type { DeliveryWithAttempts } from '../deliveries.repository.js';
import { DELIVERY_STATUSES, type DeliveryStatus, type WebhookAttempt } from '../webhook.entity.js';

export class AttemptResponse {
  /** When it began. */
  @ApiProperty({ format: 'date-time' }) started_at!: string;

  /** How long it took, in milliseconds. */
  @ApiProperty({ type: 'integer' }) duration_ms!: number;

  /** Status of the answer; null when none came. */
  @ApiProperty({ type: 'integer', nullable: true }) response_status!: number | null;

  /** First kilobyte of the answer. */
  @ApiProperty({ nullable: true }) response_text!: string | null;

  /** Why no answer came, or that a redirect was not followed. */
  @ApiProperty({ nullable: true }) error!: string | null;

  static from(attempt: WebhookAttempt): AttemptResponse {
    return {
      started_at: attempt.startedAt.toISOString(),
      duration_ms: attempt.durationMs,
      response_status: attempt.responseStatus,
      response_text: attempt.responseText,
      error: attempt.error,
    };
  }
}

/** A message that was or will be sent, usually a status change of a task. */
export class DeliveryResponse {
  /** Id of the delivery; the `webhook-id` of every attempt. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** The server it is sent to. Path and query are not shown, as they may hold secrets. */
  @ApiProperty() receiver!: string;

  /** The task that it is about; null if it is about an endpoint. */
  @ApiProperty({ format: 'uuid', nullable: true }) task_id!: string | null;

  /** The standing endpoint that it is sent to; null for the task's callback address. */
  @ApiProperty({ format: 'uuid', nullable: true }) endpoint_id!: string | null;

  /** The `type` of the message to an endpoint; null for a callback address. */
  @ApiProperty({ nullable: true, example: 'task.succeeded' }) type!: string | null;

  /** Number of the event in its task. */
  @ApiProperty({ type: 'integer' }) seq!: number;

  /** Whether it was received. */
  @ApiProperty({ enum: DELIVERY_STATUSES }) status!: DeliveryStatus;

  /** When the next attempt is due; null once it is received or given up, and while it waits for an earlier one. */
  @ApiProperty({ format: 'date-time', nullable: true }) next_attempt_at!: string | null;

  /** Every attempt, oldest first. */
  @ApiProperty({ type: [AttemptResponse] }) attempts!: AttemptResponse[];

  /** When it was created. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  static from(delivery: DeliveryWithAttempts): DeliveryResponse {
    return {
      id: delivery.id,
      receiver: new URL(delivery.url).origin,
      task_id: delivery.taskId,
      endpoint_id: delivery.endpointId,
      type: delivery.type,
      seq: delivery.seq,
      status: delivery.status,
      next_attempt_at: delivery.waitsForEarlier ? null : (delivery.nextAttemptAt?.toISOString() ?? null),
      attempts: delivery.attempts.map((attempt) => AttemptResponse.from(attempt)),
      created_at: delivery.createdAt.toISOString(),
    };
  }
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
