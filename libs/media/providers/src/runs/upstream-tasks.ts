import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Task, TaskFile, TaskWorkContext, TaskWorkResult } from '#libs/media/work';
import { NO_TRANSACTION } from '#libs/platform/database';
import type { MediaContext } from '../choice/media-provider.js';
import { OrderEnds } from '../orders/order-ends.js';
import { lookUp } from '../orders/order-lookup.js';
import { isNotTaken } from '../upstream/order-refusal.js';
import { isLate, pauseSeconds } from '../orders/order-time.js';
import type { VendorOrder } from '../orders/vendor-order.entity.js';
import { VendorOrdersRepository } from '../orders/vendor-orders.repository.js';
import {
  isContentRefusal,
  isVendorFailure,
  uncertainOutcome,
  unusableFile,
  upstreamFailure,
  type VendorFailure,
} from '../upstream/upstream-failure.js';
import { requireTime, UpstreamRetries } from './upstream-retries.js';
import { UnusableResult, type VendorTaskApi, type VendorTaskState } from '../upstream/vendor-task-api.js';
import { VendorMoves } from '../orders/vendor-moves.js';
import { vendorWords } from '../upstream/vendor-words.js';

/** Works on tasks at a vendor: submits once, polls until it is done, copies the result. */
@Injectable()
export class UpstreamTasks {
  constructor(
    private readonly orders: VendorOrdersRepository,
    private readonly ends: OrderEnds,
    private readonly retries: UpstreamRetries,
    private readonly moves: VendorMoves,
  ) {}

  /**
   * One step of the work, to be called again while it is `pending`. However often and by whichever process it is
   * called, the vendor gets at most one submission that counts: after one with an unknown outcome, the vendor is
   * asked under the same key or by our reference before anything is ordered again.
   * @throws TaskFailure `rejected_content`, `upstream_error` or `upstream_timeout`; UncertainOutcome
   * `upstream_outcome_unknown`.
   */
  async run(task: Task, context: MediaContext, api: VendorTaskApi): Promise<TaskWorkResult> {
    const { options } = api.client;
    const seconds = api.deadlineSeconds ?? options.deadlineSeconds;
    const order = await this.orders.open(NO_TRANSACTION, task, seconds);
    if (await this.moves.moveFromDrained(task, order)) return { kind: 'pending', afterSeconds: 0 };
    const isLookedUp = order.state === 'intended' && !options.isIdempotent;
    try {
      if (order.vendorId !== null) return await this.poll(order.vendorId, order, context, api);
      if (isLookedUp) return await this.lookUp(order, context, api);
      return await this.submit(task, order, context, api);
    } catch (error) {
      if (context.signal.aborted || !isVendorFailure(error)) throw error;
      return this.retries.handleFailure(error, order, options, isLookedUp ? 'taken' : undefined);
    }
  }

  /** The vendor's id for the task, and whether a submission may still be on its way. Used to stop the work. */
  async findOrder(
    taskId: string,
  ): Promise<{ vendorId: string | undefined; vendorKey: string | null; isOpen: boolean }> {
    const order = await this.orders.find(NO_TRANSACTION, taskId);
    return {
      vendorId: order?.vendorId ?? undefined,
      vendorKey: order?.vendorKey ?? null,
      isOpen: order?.state === 'intended',
    };
  }

  private async lookUp(
    order: VendorOrder,
    { signal }: TaskWorkContext,
    api: VendorTaskApi,
  ): Promise<TaskWorkResult> {
    const { options } = api.client;
    const found = await lookUp(order, api, signal);
    switch (found.kind) {
      case 'taken':
        await this.orders.setSubmitted(NO_TRANSACTION, order, found.vendorId);
        return { kind: 'pending', afterSeconds: options.pollSeconds };
      case 'not_taken':
        await this.orders.end(NO_TRANSACTION, order, 'not_taken');
        return { kind: 'pending', afterSeconds: 0 };
      case 'unknown': {
        if (!canTell(order, api) || isLate(order)) throw uncertainOutcome('upstream_outcome_unknown');
        return { kind: 'pending', afterSeconds: pauseSeconds(order, options) };
      }
    }
  }

  private async submit(
    task: Task,
    order: VendorOrder,
    { signal }: TaskWorkContext,
    api: VendorTaskApi,
  ): Promise<TaskWorkResult> {
    const { options } = api.client;
    // Work that may be in progress there is polled once more, however late it is.
    if (order.state === 'waiting') requireTime(order);
    const body = await api.requestBody(signal);
    signal.throwIfAborted();
    // Committed before the call: a later run knows that the submission may have arrived.
    const key = order.state === 'waiting' ? api.client.keys.current().name : order.vendorKey;
    if (order.state === 'waiting' && !(await this.orders.intend(NO_TRANSACTION, order, key)))
      return { kind: 'pending', afterSeconds: options.pollSeconds };
    try {
      const reply = await api.client.submit(api.submitPath, body, order.reference, key);
      await this.orders.setSubmitted(NO_TRANSACTION, order, api.readVendorId(reply));
    } catch (error) {
      if (!isVendorFailure(error)) throw error;
      return this.handleFailedSubmission(error, task, order, api, signal);
    }
    return { kind: 'pending', afterSeconds: options.pollSeconds };
  }

  /** @param order As it was before the submission. */
  private async handleFailedSubmission(
    error: VendorFailure,
    task: Task,
    order: VendorOrder,
    api: VendorTaskApi,
    signal: AbortSignal,
  ): Promise<TaskWorkResult> {
    const { options } = api.client;
    // An earlier submission under the same key may have arrived, whatever happened to this one.
    const isWaiting = isContentRefusal(error) || (order.state === 'waiting' && isNotTaken(error, options));
    if (isWaiting) await this.orders.withdraw(NO_TRANSACTION, order);
    else if (!options.isIdempotent && !canTell(order, api))
      throw uncertainOutcome('upstream_outcome_unknown', error);
    signal.throwIfAborted();
    if (isWaiting && (await this.moves.moveAfter(error, task, order)))
      return { kind: 'pending', afterSeconds: 0 };
    return this.retries.handleFailure(
      error,
      { ...order, state: isWaiting ? 'waiting' : 'intended' },
      options,
    );
  }

  private async poll(
    vendorId: string,
    order: VendorOrder,
    context: MediaContext,
    api: VendorTaskApi,
  ): Promise<TaskWorkResult> {
    const { options } = api.client;
    const state = api.readState(
      await api.client.poll(api.statusPath(vendorId), context.signal, order.vendorKey),
    );
    switch (state.kind) {
      case 'failed':
        await this.ends.fail(order, state.credits);
        throw upstreamFailure(state.reason, vendorWords(state.said, options, vendorId));
      case 'succeeded':
        await this.ends.succeed(order, state.credits, options);
        return this.fetch(state, order, context, api);
      case 'running':
        await this.orders.notePoll(NO_TRANSACTION, order);
        requireTime(order);
        if (state.progress !== undefined) context.reportProgress(state.progress);
        return { kind: 'pending', afterSeconds: pauseSeconds(order, options) };
    }
  }

  private async fetch(
    state: VendorTaskState & { kind: 'succeeded' },
    { vendorKey }: VendorOrder,
    { signal, folder }: MediaContext,
    api: VendorTaskApi,
  ): Promise<TaskWorkResult> {
    const files: TaskFile[] = [];
    for (const [index, { role, url }] of state.files.entries()) {
      const destination = path.join(await folder(), `upstream-${index}`);
      await this.download(url, destination, vendorKey, api, signal);
      const contentType = await api.identify(destination);
      if (contentType === undefined) throw new UnusableResult('A file is not of a type that was asked for');
      files.push({ role, content: { path: destination }, contentType });
    }
    if (files.length === 0) throw new UnusableResult('Work that succeeded made no file');
    const { details, credits } = state;
    return {
      kind: 'succeeded',
      files,
      ...(details ? { details } : {}),
      ...(credits === undefined ? {} : { credits }),
    };
  }

  private async download(
    url: string,
    destination: string,
    key: string | null,
    api: VendorTaskApi,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      await api.client.download(url, destination, api.maxFileBytes, signal, key);
    } catch (error) {
      throw unusableFile(error, api.client.options) ?? error;
    }
  }
}

/** Whether the vendor supports a look-up of the order by our reference. */
function canTell({ kind, reference }: VendorOrder, { client }: VendorTaskApi): boolean {
  return client.lookupPath(kind, reference) !== undefined;
}
