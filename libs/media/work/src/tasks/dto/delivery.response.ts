import { ApiProperty } from '@nestjs/swagger';

/** The status of a delivery: waiting for its (next) attempt, received, or given up. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
/** One of `DELIVERY_STATUSES`. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One attempt to deliver. */
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
}

/** What was, or will be, sent: a status change of a task mostly. */
export class DeliveryResponse {
  /** Id of the delivery; the `webhook-id` of every attempt. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** The server it is sent to; path and query may hold secrets, and are not shown. */
  @ApiProperty() receiver!: string;

  /** The task that it is about; null where it is about an endpoint. */
  @ApiProperty({ format: 'uuid', nullable: true }) task_id!: string | null;

  /** The standing endpoint that it is sent to; null for the callback address of the task. */
  @ApiProperty({ format: 'uuid', nullable: true }) endpoint_id!: string | null;

  /** The `type` of the message to an endpoint; null for a callback address. */
  @ApiProperty({ nullable: true, example: 'task.succeeded' }) type!: string | null;

  /** Number of the event in its task. */
  @ApiProperty({ type: 'integer' }) seq!: number;

  /** Whether it was received. */
  @ApiProperty({ enum: DELIVERY_STATUSES }) status!: DeliveryStatus;

  /** When it is tried next; null once it is received or given up, and while it waits for an earlier one. */
  @ApiProperty({ format: 'date-time', nullable: true }) next_attempt_at!: string | null;

  /** Every attempt, oldest first. */
  @ApiProperty({ type: [AttemptResponse] }) attempts!: AttemptResponse[];

  /** When it was made to be sent. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}
