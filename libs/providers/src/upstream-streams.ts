import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '#libs/platform/events';
import { OutboundError } from '#libs/platform/outbound';
import { type Task, TaskStatusChanged, type TaskWorkContext, type TaskWorkResult } from '#libs/tasks';
import { NO_TRANSACTION } from '#libs/platform/database';
import { MediaProviders } from './media-providers.js';
import type { VendorOrder } from './orders/vendor-order.entity.js';
import { VendorOrdersRepository } from './orders/vendor-orders.repository.js';
import { uncertainOutcome } from './upstream-failure.js';
import type { UpstreamOptions } from './upstream-options.js';
import { requireTime, UpstreamRetries } from './upstream-retries.js';

/** Works on tasks through a vendor that answers a submission with a stream. */
@Injectable()
export class UpstreamStreams implements OnModuleInit {
  constructor(
    private readonly orders: VendorOrdersRepository,
    private readonly retries: UpstreamRetries,
    private readonly providers: MediaProviders,
    private readonly events: DomainEvents,
  ) {}

  onModuleInit(): void {
    // Committed with the beginning of the first run, before the call: a later one knows that the request may have arrived.
    this.events.subscribe(TaskStatusChanged, async ({ task }, scope) => {
      const provider = task.status === 'processing' ? this.providers.find(task) : undefined;
      if (provider?.isStreamed && provider.client)
        await this.orders.insertIntended(scope, task, provider.client.options.deadlineSeconds);
    });
  }

  /**
   * One run of the work, to be called again while it is `pending`. A stream that broke off, with its process or on its
   * way, is ordered again only from a vendor that then gives the first one again.
   * @param relay Orders under the key and takes the whole stream.
   * @throws UncertainOutcome `upstream_interrupted`, TaskFailure those of `UpstreamTasks.run`, and what `relay` throws.
   */
  async run(
    task: Task,
    { signal }: TaskWorkContext,
    options: UpstreamOptions,
    relay: (idempotencyKey: string) => Promise<TaskWorkResult>,
  ): Promise<TaskWorkResult> {
    const intended = await this.orders.find(NO_TRANSACTION, task.id);
    if (!intended) throw uncertainOutcome('upstream_interrupted');
    const isNew = task.run === 1;
    const order: VendorOrder = { ...intended, state: isNew ? 'waiting' : intended.state };
    if (!isNew && !options.isIdempotent) throw uncertainOutcome('upstream_interrupted');
    if (!isNew) requireTime(order);
    try {
      return await relay(order.reference);
    } catch (error) {
      if (signal.aborted || !options.isIdempotent || !(error instanceof OutboundError)) throw error;
      // The caller of a new submission waits for its stream: a refusal is answered at once.
      if (isNew && (error.code === 'bad_status' || !error.mayHaveArrived)) throw error;
      return this.retries.handleFailure(error, order, options);
    }
  }
}
