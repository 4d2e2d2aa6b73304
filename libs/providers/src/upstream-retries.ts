import { Injectable, Logger } from '@nestjs/common';
import { OutboundError } from '#libs/platform/outbound';
import type { TaskWorkResult } from '#libs/tasks';
import { NO_TRANSACTION } from '#libs/platform/database';
import { pauseSeconds, requireTime } from './operation-time.js';
import type { OperationState, ProviderOperation } from './provider-operation.entity.js';
import { ProviderOperationsRepository } from './provider-operations.repository.js';
import {
  answerOf,
  finalFailureOf,
  isOwnRefusal,
  isWaitedFor,
  type SubmissionStage,
  upstreamFailure,
  type VendorFailure,
} from './upstream-failure.js';
import type { UpstreamOptions } from './upstream-options.js';

/** Calls in a row that may fail for no stated reason. */
const MAX_FAILURES = 8;

const STAGES: Readonly<Record<OperationState, SubmissionStage>> = {
  waiting: 'new',
  intended: 'repeated',
  submitted: 'accepted',
};

/** Decides what becomes of a task after a call for it has failed, and writes it down and into the log. */
@Injectable()
export class UpstreamRetries {
  private readonly logger = new Logger(UpstreamRetries.name);

  constructor(private readonly operations: ProviderOperationsRepository) {}

  /**
   * When the step that failed is tried again.
   * @param operation As it was before the step.
   * @throws TaskFailure when it is not.
   */
  async handleFailure(
    error: VendorFailure,
    operation: ProviderOperation,
    options: UpstreamOptions,
  ): Promise<TaskWorkResult> {
    this.logger.warn(`A call for task ${operation.taskId} failed: ${reasonOf(error)}`);
    const answer = isOwnRefusal(error) ? operation.lastAnswer : answerOf(error, options, operation.vendorId);
    const isCounted = !isWaitedFor(error, STAGES[operation.state]);
    const final = isCounted ? finalFailureOf(error, answer) : undefined;
    if (final) throw final;
    const failures = await this.operations.noteFailure(NO_TRANSACTION, operation.taskId, answer, isCounted);
    if (failures >= MAX_FAILURES) throw upstreamFailure('upstream_error', answer, error);
    requireTime({ ...operation, lastAnswer: answer }, options);
    const askedSeconds = error instanceof OutboundError ? error.retryAfterSeconds : 0;
    return { kind: 'pending', afterSeconds: pauseSeconds(operation, options, askedSeconds) };
  }
}

/** For the log: never a text of the vendor. */
function reasonOf(error: VendorFailure): string {
  if (!(error instanceof OutboundError)) return error.message;
  return [error.code, error.status, error.reason].filter((part) => part !== undefined).join(' ');
}
