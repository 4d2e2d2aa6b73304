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
import { responseOf } from '#libs/platform/http';

const TIME = { type: 'string', format: 'date-time', nullable: true } as const;

export class OrderResponse {
  /** From 1; another attempt begins when the vendor certainly did not accept the previous one. */
  @ApiProperty({ type: 'integer' }) attempt!: number;

  /** Name of the vendor. */
  @ApiProperty({ example: 'upstream' }) vendor!: string;

  /** Our key for the order; sent to the vendor if it accepts one. */
  @ApiProperty({ format: 'uuid' }) reference!: string;

  /** State of the order: `waiting` to be sent, `intended` (sent, no answer so far), `submitted` (the vendor works on it), `ended`. */
  @ApiProperty({ enum: ORDER_STATES }) state!: OrderState;

  /** Outcome of the order; null until it has ended. */
  @ApiProperty({ enum: ORDER_OUTCOMES, nullable: true, type: 'string' }) outcome!: OrderOutcome | null;

  /** The vendor’s id for it, if known. */
  @ApiProperty({ nullable: true }) vendor_id!: string | null;

  /** What it costs, in the currency of the vendor’s books, or in its credits, if known; it may have decimals. */
  @ApiProperty({ nullable: true }) credits!: number | null;

  /** What the vendor answered to the last failed call. */
  @ApiProperty({ nullable: true }) last_answer!: string | null;

  /** When it was last sent. */
  @ApiProperty({ ...TIME }) ordered_at!: string | null;

  /** When the vendor accepted it. */
  @ApiProperty({ ...TIME }) submitted_at!: string | null;

  /** When its outcome became known. */
  @ApiProperty({ ...TIME }) ended_at!: string | null;

  static from(order: VendorOrder): OrderResponse {
    return responseOf(OrderResponse, order, { credits: billedCredits(order) });
  }
}

export class AdminTaskResponse {
  /** Id of the task. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** What kind of job it is. */
  @ApiProperty({ example: 'image-relight' }) kind!: string;

  /** Its status. */
  @ApiProperty({ enum: TASK_STATUSES }) status!: TaskStatus;

  /** Id of its user; null for a caller without a token. */
  @ApiProperty({ format: 'uuid', nullable: true }) user_id!: string | null;

  /** Its price in credits, which is held while it is uncertain. */
  @ApiProperty({ type: 'integer' }) credits!: number;

  /** Why it failed or is uncertain: a stable code. */
  @ApiProperty({ nullable: true }) error_code!: string | null;

  /** Why it failed or is uncertain: a sentence. */
  @ApiProperty({ nullable: true }) error_message!: string | null;

  /** When it was created. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  /** Its orders from vendors, the first attempt first. */
  @ApiProperty({ type: [OrderResponse] }) orders!: OrderResponse[];

  static from(task: Task, orders: readonly VendorOrder[]): AdminTaskResponse {
    return responseOf(AdminTaskResponse, task, { orders: orders.map((order) => OrderResponse.from(order)) });
  }
}

export class AdminTaskListResponse {
  /** The tasks. */
  @ApiProperty({ type: [AdminTaskResponse] }) tasks!: AdminTaskResponse[];

  /** Pass it as `cursor` for the next page; null on the last. */
  @ApiProperty({ nullable: true }) next_cursor!: string | null;
}
