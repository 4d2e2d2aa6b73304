import { Injectable, Logger } from '@nestjs/common';
import { OutboundError } from '#libs/platform/outbound';
import type { TaskWorkResult } from '#libs/media/work';
import { NO_TRANSACTION } from '#libs/platform/database';
import { isLate, pauseSeconds } from '../orders/order-time.js';
import type { OrderState, VendorOrder } from '../orders/vendor-order.entity.js';
import { VendorOrdersRepository } from '../orders/vendor-orders.repository.js';
import {
  answerOf,
  finalFailureOf,
  isOwnRefusal,
  isWaitedFor,
  type OrderStage,
  uncertainOutcome,
  upstreamFailure,
  type VendorFailure,
} from '../upstream/upstream-failure.js';
import type { UpstreamOptions } from '../terms/upstream-options.js';

/** Calls in a row that may fail without a stated reason. */
const MAX_FAILURES = 8;

const STAGES: Readonly<Record<OrderState, OrderStage>> = {
  waiting: 'not_taken',
  intended: 'doubtful',
  submitted: 'taken',
  ended: 'taken',
};

/** Decides what happens to a task after a failed call, and records and logs it. */
@Injectable()
export class UpstreamRetries {
  private readonly logger = new Logger(UpstreamRetries.name);

  constructor(private readonly orders: VendorOrdersRepository) {}

  /**
   * When the failed step is tried again.
   * @param order With the state that it has after the step.
   * @param stage `taken` for a look-up by our reference, whatever the order's state.
   * @throws TaskFailure when it is not tried again; UncertainOutcome when the vendor may be working on it.
   */
  async handleFailure(
    error: VendorFailure,
    order: VendorOrder,
    options: UpstreamOptions,
    stage = STAGES[order.state],
  ): Promise<TaskWorkResult> {
    this.logger.warn(`A call for task ${order.taskId} failed: ${reasonOf(error)}`);
    const answer = isOwnRefusal(error) ? order.lastAnswer : answerOf(error, options, order.vendorId);
    const isCounted = !isWaitedFor(error, stage);
    const final = isCounted ? finalFailureOf(error, answer) : undefined;
    if (final) throw final;
    const failures = await this.orders.noteFailure(NO_TRANSACTION, order, answer, isCounted);
    if (failures >= MAX_FAILURES || isLate(order) || isFetchLate(order, options)) {
      if (order.state === 'intended') throw uncertainOutcome('upstream_outcome_unknown', error);
      requireTime({ ...order, lastAnswer: answer });
      throw upstreamFailure('upstream_error', answer, error);
    }
    const askedSeconds = error instanceof OutboundError ? error.retryAfterSeconds : 0;
    return { kind: 'pending', afterSeconds: pauseSeconds(order, options, askedSeconds) };
  }
}

/** Whether a finished result has been unavailable for longer than usual work takes, however long the order may take. */
function isFetchLate({ endedAt }: VendorOrder, { deadlineSeconds }: UpstreamOptions): boolean {
  return endedAt !== null && Date.now() > endedAt.getTime() + deadlineSeconds * 1_000;
}

/** @throws TaskFailure `upstream_timeout`, with the last answer, when the work has taken longer than it may. */
export function requireTime(order: VendorOrder): void {
  if (!isLate(order)) return;
  const { lastAnswer } = order;
  throw upstreamFailure('upstream_timeout', lastAnswer === null ? undefined : `last answer: ${lastAnswer}`);
}

/** For the log: never a vendor's text. */
function reasonOf(error: VendorFailure): string {
  if (!(error instanceof OutboundError)) return error.message;
  return [error.code, error.status, error.reason].filter((part) => part !== undefined).join(' ');
}
