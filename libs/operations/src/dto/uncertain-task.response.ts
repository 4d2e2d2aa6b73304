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
  @ApiProperty({
    description: 'From 1; another attempt begins when the vendor certainly did not take the one before.',
    type: 'integer',
  })
  attempt!: number;

  @ApiProperty({ description: 'Name of the vendor.', example: 'upstream' })
  vendor!: string;

  @ApiProperty({
    description: 'Our key of the order, which the vendor was given where it takes one.',
    format: 'uuid',
  })
  reference!: string;

  @ApiProperty({
    description:
      'How far it is: `waiting` to be sent, `intended` (sent, and no answer so far), `submitted` (the vendor works on it), `ended`.',
    enum: ORDER_STATES,
  })
  state!: OrderState;

  @ApiProperty({
    description: 'What became of it; null until it has ended.',
    enum: ORDER_OUTCOMES,
    nullable: true,
    type: 'string',
  })
  outcome!: OrderOutcome | null;

  @ApiProperty({ description: 'The vendor’s id for it, where it is known.', type: 'string', nullable: true })
  vendor_id!: string | null;

  @ApiProperty({
    description: 'What the vendor bills, in credits, where that is known; it may have decimals.',
    type: 'number',
    nullable: true,
  })
  credits!: number | null;

  @ApiProperty({
    description: 'What the vendor answered to the call that failed last.',
    type: 'string',
    nullable: true,
  })
  last_answer!: string | null;

  @ApiProperty({ description: 'When it was sent last.', ...TIME })
  ordered_at!: string | null;

  @ApiProperty({ description: 'When the vendor took it.', ...TIME })
  submitted_at!: string | null;

  @ApiProperty({ description: 'When it became known what became of it.', ...TIME })
  ended_at!: string | null;

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
  @ApiProperty({ description: 'Id of the task.', format: 'uuid' })
  id!: string;

  @ApiProperty({ description: 'What kind of job it is.', example: 'image-relight' })
  kind!: string;

  @ApiProperty({ description: 'Its status.', enum: TASK_STATUSES })
  status!: TaskStatus;

  @ApiProperty({
    description: 'Whose it is; null for a caller without a token.',
    type: 'string',
    format: 'uuid',
    nullable: true,
  })
  user_id!: string | null;

  @ApiProperty({
    description: 'Its price in credits, which is kept for it while it is uncertain.',
    type: 'integer',
  })
  credits!: number;

  @ApiProperty({
    description: 'Why it failed or is uncertain: a stable code.',
    type: 'string',
    nullable: true,
  })
  error_code!: string | null;

  @ApiProperty({ description: 'Why it failed or is uncertain: a sentence.', type: 'string', nullable: true })
  error_message!: string | null;

  @ApiProperty({ description: 'When it was created.', format: 'date-time' })
  created_at!: string;

  @ApiProperty({ description: 'What was asked of vendors, the first attempt first.', type: [OrderResponse] })
  orders!: OrderResponse[];

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
  @ApiProperty({ description: 'The tasks.', type: [AdminTaskResponse] })
  tasks!: AdminTaskResponse[];

  @ApiProperty({
    description: 'Pass it as `cursor` for the next page; null on the last.',
    type: 'string',
    nullable: true,
  })
  next_cursor!: string | null;
}
