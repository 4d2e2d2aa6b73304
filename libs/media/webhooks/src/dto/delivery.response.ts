import { ApiProperty } from '@nestjs/swagger';
import type { DeliveryWithAttempts } from '../deliveries.repository.js';
import { DELIVERY_STATUSES, type DeliveryStatus, type WebhookAttempt } from '../webhook.entity.js';

/** One attempt to deliver. */
export class AttemptResponse {
  @ApiProperty({ description: 'When it began.', format: 'date-time' })
  started_at!: string;

  @ApiProperty({ description: 'How long it took, in milliseconds.', type: 'integer' })
  duration_ms!: number;

  @ApiProperty({ description: 'Status of the answer; null when none came.', type: 'integer', nullable: true })
  response_status!: number | null;

  @ApiProperty({ description: 'First kilobyte of the answer.', type: 'string', nullable: true })
  response_text!: string | null;

  @ApiProperty({
    description: 'Why no answer came, or that a redirect was not followed.',
    type: 'string',
    nullable: true,
  })
  error!: string | null;

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

/** What was, or will be, sent: a status change of a task mostly. */
export class DeliveryResponse {
  @ApiProperty({ description: 'Id of the delivery; the `webhook-id` of every attempt.', format: 'uuid' })
  id!: string;

  @ApiProperty({
    description: 'The server it is sent to; path and query may hold secrets, and are not shown.',
  })
  receiver!: string;

  @ApiProperty({
    description: 'The task that it is about; null where it is about an endpoint.',
    type: 'string',
    format: 'uuid',
    nullable: true,
  })
  task_id!: string | null;

  @ApiProperty({
    description: 'The standing endpoint that it is sent to; null for the callback address of the task.',
    type: 'string',
    format: 'uuid',
    nullable: true,
  })
  endpoint_id!: string | null;

  @ApiProperty({
    description: 'The `type` of the message to an endpoint; null for a callback address.',
    type: 'string',
    nullable: true,
    example: 'task.succeeded',
  })
  type!: string | null;

  @ApiProperty({ description: 'Number of the event in its task.', type: 'integer' })
  seq!: number;

  @ApiProperty({ description: 'Whether it was received.', enum: DELIVERY_STATUSES })
  status!: DeliveryStatus;

  @ApiProperty({
    description:
      'When it is tried next; null once it is received or given up, and while it waits for an earlier one.',
    type: 'string',
    format: 'date-time',
    nullable: true,
  })
  next_attempt_at!: string | null;

  @ApiProperty({ description: 'Every attempt, oldest first.', type: [AttemptResponse] })
  attempts!: AttemptResponse[];

  @ApiProperty({ description: 'When it was made to be sent.', format: 'date-time' })
  created_at!: string;

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

/** The deliveries of a task, in order. */
export class DeliveryListResponse {
  @ApiProperty({ description: 'The deliveries.', type: [DeliveryResponse] })
  deliveries!: DeliveryResponse[];
}

/** A delivery that will be sent once more. */
export class RedeliveryResponse {
  @ApiProperty({ description: 'Id of the delivery.', format: 'uuid' })
  id!: string;
}

/** A signing secret. */
export class WebhookSecretResponse {
  @ApiProperty({
    description: 'The current secret, in the form of Standard Webhooks.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  })
  secret!: string;
}

/** A new signing secret. */
export class RotatedSecretResponse extends WebhookSecretResponse {
  @ApiProperty({
    description: 'Until when webhooks are signed with the old secret too.',
    format: 'date-time',
  })
  previous_expires_at!: string;
}
