import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '#libs/platform/events';
import { OutboundError } from '#libs/platform/outbound';
import { type Task, TaskStatusChanged, type TaskWorkContext, type TaskWorkResult } from '#libs/tasks';
import { NO_TRANSACTION } from '#libs/platform/database';
import { MediaProviders } from './media-providers.js';
import { requireTime } from './operation-time.js';
import type { ProviderOperation } from './provider-operation.entity.js';
import { ProviderOperationsRepository } from './provider-operations.repository.js';
import { upstreamFailure } from './upstream-failure.js';
import type { UpstreamOptions } from './upstream-options.js';
import { UpstreamRetries } from './upstream-retries.js';

/** Works on tasks through a vendor that answers a submission with a stream. */
@Injectable()
export class UpstreamStreams implements OnModuleInit {
  constructor(
    private readonly operations: ProviderOperationsRepository,
    private readonly retries: UpstreamRetries,
    private readonly providers: MediaProviders,
    private readonly events: DomainEvents,
  ) {}

  onModuleInit(): void {
    // Committed with the beginning of the first run, before the call: a later one knows that the request may have arrived.
    this.events.subscribe(TaskStatusChanged, async ({ task }, scope) => {
      if (task.status === 'processing' && this.providers.find(task)?.isStreamed)
        await this.operations.insertIntended(scope, task.id);
    });
  }

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
    const intended = await this.operations.find(NO_TRANSACTION, task.id);
    if (!intended) throw upstreamFailure('upstream_interrupted');
    const isNew = task.run === 1;
    const operation: ProviderOperation = { ...intended, state: isNew ? 'waiting' : intended.state };
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
