import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '#libs/platform/events';
import { OutboundError } from '#libs/platform/outbound';
import {
  type Task,
  TaskFailure,
  TaskStatusChanged,
  type TaskWorkContext,
  type TaskWorkResult,
} from '#libs/media/work';
import { NO_TRANSACTION } from '#libs/platform/database';
import { isNotTaken } from '../upstream/order-refusal.js';
import { MediaProviders } from '../choice/media-providers.js';
import type { VendorTask } from '../choice/vendor-task.js';
import { OrderEnds } from '../orders/order-ends.js';
import type { VendorOrder } from '../orders/vendor-order.entity.js';
import { VendorOrdersRepository } from '../orders/vendor-orders.repository.js';
import { isContentRefusal, isVendorFailure, uncertainOutcome } from '../upstream/upstream-failure.js';
import type { UpstreamClient } from '../upstream/upstream-client.js';
import { UpstreamRetries } from './upstream-retries.js';
import { KeyLimited } from '../upstream/key-limited.js';
import { VendorMoves } from '../orders/vendor-moves.js';

export type StreamOrder = {
  reference: string;
  /** Name of the vendor key it is sent with. */
  key: string | null;
  /** Call it when the vendor has begun to answer; it returns at once. */
  begin(): void;
  /** Call it when the vendor says what it bills, however the stream ends. */
  bill(credits: number): void;
};

/** Works on tasks at a vendor that answers a submission with a stream. */
@Injectable()
export class UpstreamStreams implements OnModuleInit {
  constructor(
    private readonly orders: VendorOrdersRepository,
    private readonly ends: OrderEnds,
    private readonly retries: UpstreamRetries,
    private readonly moves: VendorMoves,
    private readonly providers: MediaProviders,
    private readonly events: DomainEvents,
  ) {}

  onModuleInit(): void {
    // Committed with the start of the first run, before the call: a later run knows that the request may have
    // arrived.
    this.events.subscribe(TaskStatusChanged, async ({ task }, scope) => {
      const provider = task.status === 'processing' ? this.providers.find(task) : undefined;
      if (!provider?.isStreamed || !provider.client) return;
      const { keys, options } = provider.client;
      await this.orders.insertIntended(scope, task, options.deadlineSeconds, keys.current().name);
    });
  }

  /**
   * One run of the work, to be called again while it is `pending`. A stream that broke off, with its process or in
   * transit, is ordered again only from a vendor that then repeats the first stream. A stream that the vendor
   * certainly did not accept is ordered with its next key, or from another vendor.
   * @param relay Orders the stream and reads all of it.
   * @throws UncertainOutcome `upstream_interrupted`, TaskFailure those of `UpstreamTasks.run`, and what `relay`
   * throws.
   */
  async run(
    task: Task,
    { signal }: TaskWorkContext,
    { client, costOf }: Pick<VendorTask, 'client' | 'costOf'>,
    relay: (order: StreamOrder) => Promise<TaskWorkResult>,
  ): Promise<TaskWorkResult> {
    const { options } = client;
    const { intended, isNew } = await this.begin(task, client);
    const order: VendorOrder = { ...intended, state: isNew ? 'waiting' : 'intended' };
    if (!isNew && !options.isIdempotent) throw uncertainOutcome('upstream_interrupted');
    let begun: Promise<unknown> | undefined;
    const begin = (): void => {
      // For display only: a failure to record it is harmless.
      begun = this.orders.setSubmitted(NO_TRANSACTION, order, null).catch(() => undefined);
    };
    let billed: number | undefined;
    const bill = (credits: number): void => {
      billed = credits;
    };
    try {
      if (isNew) client.keyForOrder();
      const result = await relay({ reference: order.reference, key: order.vendorKey, begin, bill });
      await begun;
      if (result.kind === 'succeeded') await this.ends.succeed(intended, costOf(billed));
      return result;
    } catch (error) {
      await begun;
      if (signal.aborted) throw error;
      const isOutbound = error instanceof OutboundError;
      // The caller of a new submission is waiting for its stream, so a refusal is answered at once.
      const isRefused = isOutbound && isNew && isNotTaken(error, options);
      if (isRefused && (await this.isTriedAgain(error, task, order)))
        return { kind: 'pending', afterSeconds: 0 };
      if (isVendorFailure(error) && options.isIdempotent && !isRefused)
        return this.retries.handleFailure(error, { ...order, state: 'intended' }, options);
      if (isOutbound && !isRefused && !begun) throw uncertainOutcome('upstream_outcome_unknown', error);
      if (isRefused) await this.orders.end(NO_TRANSACTION, order, 'not_taken');
      else if (isOutbound || error instanceof TaskFailure)
        await this.ends.fail(order, billed && costOf(billed));
      throw error;
    }
  }

  /** The order of this run, and whether it was not sent before. Orders after the first run are recorded here, before the call. */
  private async begin(
    task: Task,
    { keys, options }: UpstreamClient,
  ): Promise<{ intended: VendorOrder; isNew: boolean }> {
    const last = await this.orders.find(NO_TRANSACTION, task.id);
    // Without an order, the task was begun by a process that did not know the vendor yet, and nothing was sent.
    if (last && last.state !== 'waiting' && last.outcome !== 'not_taken')
      return { intended: last, isNew: task.run === 1 };
    const order = await this.orders.open(NO_TRANSACTION, task, options.deadlineSeconds);
    const vendorKey = keys.current().name;
    const isNew = await this.orders.intend(NO_TRANSACTION, order, vendorKey);
    return { intended: { ...order, vendorKey }, isNew };
  }

  /** Whether an order that was not accepted is to be sent with another key, or went to another vendor. */
  private async isTriedAgain(error: OutboundError, task: Task, order: VendorOrder): Promise<boolean> {
    if (isContentRefusal(error)) return false;
    await this.orders.withdraw(NO_TRANSACTION, order);
    return error instanceof KeyLimited || this.moves.moveAfter(error, task, order);
  }
}
