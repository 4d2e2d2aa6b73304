import { ApiProperty } from '@nestjs/swagger';
import {
  billedCredits,
  ORDER_OUTCOMES,
  ORDER_STATES,
  type OrderOutcome,
  type OrderState,
  type VendorOrder,
} from '#libs/media/providers';
import { type Task, TASK_STATUSES, type TaskStatus } from '#libs/media/work';

const TIME = { type: 'string', format: 'date-time', nullable: true } as const;

/** What a task asked of a vendor. */
export class OrderResponse {
  /** From 1; another attempt begins when the vendor certainly did not take the one before. */
  @ApiProperty({ type: 'integer' }) attempt!: number;

  /** Name of the vendor. */
  @ApiProperty({ example: 'upstream' }) vendor!: string;

  /** Our key of the order, which the vendor was given where it takes one. */
  @ApiProperty({ format: 'uuid' }) reference!: string;

  /** How far it is: `waiting` to be sent, `intended` (sent, and no answer so far), `submitted` (the vendor works on it), `ended`. */
  @ApiProperty({ enum: ORDER_STATES }) state!: OrderState;

  /** What became of it; null until it has ended. */
  @ApiProperty({ enum: ORDER_OUTCOMES, nullable: true, type: 'string' }) outcome!: OrderOutcome | null;

  /** The vendor’s id for it, where it is known. */
  @ApiProperty({ nullable: true }) vendor_id!: string | null;

  /** What the vendor bills, in credits, where that is known; it may have decimals. */
  @ApiProperty({ nullable: true }) credits!: number | null;

  /** What the vendor answered to the call that failed last. */
  @ApiProperty({ nullable: true }) last_answer!: string | null;

  /** When it was sent last. */
  @ApiProperty({ ...TIME }) ordered_at!: string | null;

  /** When the vendor took it. */
  @ApiProperty({ ...TIME }) submitted_at!: string | null;

  /** When it became known what became of it. */
  @ApiProperty({ ...TIME }) ended_at!: string | null;

  static from(order: VendorOrder): OrderResponse {
    return {
      attempt: order.attempt,
      vendor: order.vendor,
      reference: order.reference,
      state: order.state,
      outcome: order.outcome,
      vendor_id: order.vendorId,
      credits: billedCredits(order),
      last_answer: order.lastAnswer,
      ordered_at: order.orderedAt?.toISOString() ?? null,
      submitted_at: order.submittedAt?.toISOString() ?? null,
      ended_at: order.endedAt?.toISOString() ?? null,
    };
  }
}

/** A task as admins see it, with its orders. */
export class AdminTaskResponse {
  /** Id of the task. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** What kind of job it is. */
  @ApiProperty({ example: 'image-relight' }) kind!: string;

  /** Its status. */
  @ApiProperty({ enum: TASK_STATUSES }) status!: TaskStatus;

  /** Whose it is; null for a caller without a token. */
  @ApiProperty({ format: 'uuid', nullable: true }) user_id!: string | null;

  /** Its price in credits, which is kept for it while it is uncertain. */
  @ApiProperty({ type: 'integer' }) credits!: number;

  /** Why it failed or is uncertain: a stable code. */
  @ApiProperty({ nullable: true }) error_code!: string | null;

  /** Why it failed or is uncertain: a sentence. */
  @ApiProperty({ nullable: true }) error_message!: string | null;

  /** When it was created. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  /** What was asked of vendors, the first attempt first. */
  @ApiProperty({ type: [OrderResponse] }) orders!: OrderResponse[];

  static from(task: Task, orders: readonly VendorOrder[]): AdminTaskResponse {
    return {
      id: task.id,
      kind: task.kind,
      status: task.status,
      user_id: task.userId,
      credits: task.credits,
      error_code: task.errorCode,
      error_message: task.errorMessage,
      created_at: task.createdAt.toISOString(),
      orders: orders.map((order) => OrderResponse.from(order)),
    };
  }
}

/** One page of tasks, newest first. */
export class AdminTaskListResponse {
  /** The tasks. */
  @ApiProperty({ type: [AdminTaskResponse] }) tasks!: AdminTaskResponse[];

  /** Pass it as `cursor` for the next page; null on the last. */
  @ApiProperty({ nullable: true }) next_cursor!: string | null;
}
