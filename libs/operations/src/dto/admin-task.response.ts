import { ApiProperty } from '@nestjs/swagger';
import {
  billedCredits,
  ORDER_OUTCOMES,
  ORDER_STATES,
  type OrderOutcome,
  type OrderState,
  type VendorOrder,
} from '#libs/media/providers';
import { chargedCredits, modelOf, TASK_STATUSES, type TaskLogLine, type TaskStatus } from '#libs/media/work';
import { responseOf } from '#libs/platform/http';
import type { AdminTask, LoggedTask } from '../admin-tasks.service.js';

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

  /** Name of its user; null without a user, and if the user was deleted. */
  @ApiProperty({ nullable: true, example: 'Ada' }) user_name!: string | null;

  /** The vendor that does it, or did it last; `local` for the built-in engines. */
  @ApiProperty({ example: 'local' }) vendor!: string;

  /** The model that was asked for; null for kinds without models. */
  @ApiProperty({ nullable: true }) model!: string | null;

  /** Price in credits, which is held until it ends; 0 when it has failed or was canceled. */
  @ApiProperty({ type: 'integer' }) credits!: number;

  /** Why it failed or is uncertain: a stable code. */
  @ApiProperty({ nullable: true }) error_code!: string | null;

  /** Why it failed or is uncertain: a sentence. */
  @ApiProperty({ nullable: true }) error_message!: string | null;

  /** When it was created. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  /** When work on it began. */
  @ApiProperty({ ...TIME }) started_at!: string | null;

  /** When it ended. */
  @ApiProperty({ ...TIME }) finished_at!: string | null;

  /** How long it waited for its work to begin, in milliseconds; null until then. */
  @ApiProperty({ type: 'integer', nullable: true }) waited_ms!: number | null;

  /** How long the work took, in milliseconds; null until it has ended. */
  @ApiProperty({ type: 'integer', nullable: true }) worked_ms!: number | null;

  /** Its orders from vendors, the first attempt first. */
  @ApiProperty({ type: [OrderResponse] }) orders!: OrderResponse[];

  static from({ task, userName, orders }: AdminTask): AdminTaskResponse {
    return responseOf(AdminTaskResponse, task, {
      user_name: userName,
      vendor: task.provider,
      model: modelOf(task),
      credits: chargedCredits(task),
      waited_ms: between(task.createdAt, task.startedAt),
      worked_ms: between(task.startedAt, task.finishedAt),
      orders: orders.map((order) => OrderResponse.from(order)),
    });
  }
}

export class TaskLogLineResponse {
  /** When it was logged. */
  @ApiProperty({ format: 'date-time' }) logged_at!: string;

  /** Its level. */
  @ApiProperty({ enum: ['warn', 'error', 'fatal'] }) level!: string;

  /** What happened. */
  @ApiProperty({ example: 'A task failed' }) message!: string;

  /** The other fields of the line, such as `code`, `reason` and `err`, without secrets. */
  @ApiProperty({ type: 'object', additionalProperties: true }) details!: Record<string, unknown>;

  static from(line: TaskLogLine): TaskLogLineResponse {
    return responseOf(TaskLogLineResponse, line);
  }
}

export class AdminTaskDetailsResponse extends AdminTaskResponse {
  /** When its files and its request were removed. */
  @ApiProperty({ ...TIME }) expired_at!: string | null;

  /** When its caller deleted it; `GET /tasks/{id}` does not show it then. */
  @ApiProperty({ ...TIME }) deleted_at!: string | null;

  /** What was logged about it at the levels `warn` and above, oldest first; kept for 30 days at most. */
  @ApiProperty({ type: [TaskLogLineResponse] }) log!: TaskLogLineResponse[];

  static of(logged: LoggedTask): AdminTaskDetailsResponse {
    const { expiredAt, deletedAt } = logged.task;
    return {
      ...AdminTaskResponse.from(logged),
      expired_at: expiredAt?.toISOString() ?? null,
      deleted_at: deletedAt?.toISOString() ?? null,
      log: logged.log.map((line) => TaskLogLineResponse.from(line)),
    };
  }
}

export class AdminTaskListResponse {
  /** The tasks. */
  @ApiProperty({ type: [AdminTaskResponse] }) tasks!: AdminTaskResponse[];

  /** Pass it as `cursor` for the next page; null on the last. */
  @ApiProperty({ nullable: true }) next_cursor!: string | null;
}

function between(from: Date | null, to: Date | null): number | null {
  return from && to ? to.getTime() - from.getTime() : null;
}
