import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '#libs/platform/events';
import { OutboundError } from '#libs/platform/outbound';
import {
  type Task,
  TaskFailure,
  TaskStatusChanged,
  type TaskWorkContext,
  type TaskWorkResult,
} from '#libs/tasks';
import { NO_TRANSACTION } from '#libs/platform/database';
import { MediaProviders } from './media-providers.js';
import { OrderEnds } from './orders/order-ends.js';
import type { VendorOrder } from './orders/vendor-order.entity.js';
import { VendorOrdersRepository } from './orders/vendor-orders.repository.js';
import { uncertainOutcome } from './upstream-failure.js';
import type { UpstreamOptions } from './upstream-options.js';
import { UpstreamRetries } from './upstream-retries.js';

/** The order of a stream. */
export type StreamOrder = {
  /** Sent with it. */
  reference: string;
  /** To be called when the vendor has begun to answer; nothing is waited for. */
  begin(): void;
};

/** Works on tasks through a vendor that answers a submission with a stream. */
@Injectable()
export class UpstreamStreams implements OnModuleInit {
  constructor(
    private readonly orders: VendorOrdersRepository,
    private readonly ends: OrderEnds,
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
   * @param relay Orders and takes the whole stream; the credits of its result are what the vendor said that it charges.
   * @throws UncertainOutcome `upstream_interrupted`, TaskFailure those of `UpstreamTasks.run`, and what `relay` throws.
   */
  async run(
    task: Task,
    { signal }: TaskWorkContext,
    options: UpstreamOptions,
    relay: (order: StreamOrder) => Promise<TaskWorkResult>,
  ): Promise<TaskWorkResult> {
    const intended = await this.orders.find(NO_TRANSACTION, task.id);
    if (!intended) throw uncertainOutcome('upstream_interrupted');
    const isNew = task.run === 1;
    const order: VendorOrder = { ...intended, state: isNew ? 'waiting' : 'intended' };
    if (!isNew && !options.isIdempotent) throw uncertainOutcome('upstream_interrupted');
    let begun: Promise<unknown> | undefined;
    const begin = (): void => {
      // That it has begun is for show: a failure to note it does no harm.
      begun = this.orders.setSubmitted(NO_TRANSACTION, order, null).catch(() => undefined);
    };
    try {
      const result = await relay({ reference: order.reference, begin });
      await begun;
      if (result.kind === 'succeeded') await this.ends.succeed(intended, result.credits, options);
      return result;
    } catch (error) {
      await begun;
      if (signal.aborted) throw error;
      const isVendors = error instanceof OutboundError;
      // The caller of a new submission waits for its stream: a refusal is answered at once.
      const isRefused = isVendors && isNew && (error.code === 'bad_status' || !error.mayHaveArrived);
      if (isVendors && options.isIdempotent && !isRefused)
        return this.retries.handleFailure(error, order, options);
      if (isVendors && !isRefused && !begun && error.mayHaveArrived)
        throw uncertainOutcome('upstream_outcome_unknown', error);
      if (isVendors || error instanceof TaskFailure)
        await this.orders.end(NO_TRANSACTION, order, isRefused ? 'not_taken' : 'failed');
      throw error;
    }
  }
}
