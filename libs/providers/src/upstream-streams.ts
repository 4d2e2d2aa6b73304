import { Injectable } from '@nestjs/common';
import { OutboundError } from '#libs/platform/outbound';
import type { Task, TaskWorkContext, TaskWorkResult } from '#libs/tasks';
import { NO_TRANSACTION } from '#libs/platform/database';
import { requireTime } from './operation-time.js';
import { ProviderOperationsRepository } from './provider-operations.repository.js';
import { upstreamFailure } from './upstream-failure.js';
import type { UpstreamOptions } from './upstream-options.js';
import { UpstreamRetries } from './upstream-retries.js';

/** Works on tasks through a vendor that answers a submission with a stream. */
@Injectable()
export class UpstreamStreams {
  constructor(
    private readonly operations: ProviderOperationsRepository,
    private readonly retries: UpstreamRetries,
  ) {}

  /**
   * One run of the work, to be called again while it is `pending`. A stream that broke off, with its process or on its
   * way, is ordered again only from a vendor that then gives the first one again.
   * @param relay Orders under the key and takes the whole stream.
   * @throws TaskFailure `upstream_interrupted`, those of `UpstreamTasks.run`, and what `relay` throws.
   */
  async run(
    task: Task,
    { signal }: TaskWorkContext,
    options: UpstreamOptions,
    relay: (idempotencyKey: string) => Promise<TaskWorkResult>,
  ): Promise<TaskWorkResult> {
    // Committed before the call: a later run knows by it that the request may have arrived.
    const { operation, isNew } = await this.operations.openIntended(NO_TRANSACTION, task.id);
    if (!isNew && !options.isIdempotent) throw upstreamFailure('upstream_interrupted');
    if (!isNew) requireTime(operation, options);
    try {
      return await relay(operation.idempotencyKey);
    } catch (error) {
      if (signal.aborted || !options.isIdempotent || !(error instanceof OutboundError)) throw error;
      // The caller of a new submission waits for its stream: a refusal is answered at once.
      if (isNew && (error.code === 'bad_status' || !error.mayHaveArrived)) throw error;
      return this.retries.handleFailure(error, operation, options);
    }
  }
}
