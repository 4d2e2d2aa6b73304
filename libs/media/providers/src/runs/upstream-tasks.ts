import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import {
  type Task,
  type TaskFile,
  TaskFailure,
  TRIED_VENDOR,
  type TaskWorkContext,
  type TaskWorkResult,
} from '#libs/media/work';
import {
  type EndedState,
  type PlacedOrder,
  UnusableResult,
  type VendorFile,
} from '../adapters/vendor-adapter.js';
import { TooLargeForVendor } from '../adapters/vendor-input.js';
import { NO_TRANSACTION } from '#libs/platform/database';
import type { MediaContext } from '../choice/media-provider.js';
import { OrderEnds } from '../orders/order-ends.js';
import { canLookUp, lookUp } from '../orders/order-lookup.js';
import { isNotTaken } from '../upstream/order-refusal.js';
import { isLate, pauseSeconds } from '../orders/order-time.js';
import type { VendorOrder } from '../orders/vendor-order.entity.js';
import { VendorOrdersRepository } from '../orders/vendor-orders.repository.js';
import {
  isContentRefusal,
  isVendorFailure,
  LOST_RESULT,
  uncertainOutcome,
  unusableFile,
  failureOfTrial,
  failureOfWork,
  type VendorFailure,
} from '../upstream/upstream-failure.js';
import { namedForOperators, vendorWords } from '../upstream/vendor-words.js';
import { noteFailedWork } from '../calls/vendor-metrics.js';
import type { UpstreamOptions } from '../terms/upstream-options.js';
import { requireTime, UpstreamRetries } from './upstream-retries.js';
import { askState, type VendorTask } from '../choice/vendor-task.js';
import { VendorMoves } from '../orders/vendor-moves.js';
import { megapixelsOf } from './made-pictures.js';

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
  async run(task: Task, context: MediaContext, vendor: VendorTask): Promise<TaskWorkResult> {
    const { options } = vendor.client;
    const order = await this.orders.open(NO_TRANSACTION, task, vendor.deadlineSeconds);
    if (await this.moves.moveFromDrained(task, order)) return { kind: 'pending', afterSeconds: 0 };
    // Work that was done at once is not kept by its vendor.
    if (order.state === 'ended' && order.vendorId === null)
      throw new TaskFailure(LOST_RESULT.errorCode, LOST_RESULT.errorMessage);
    const isLookedUp = order.state === 'intended' && !options.isIdempotent;
    try {
      if (order.vendorId !== null) return await this.poll(order.vendorId, order, context, vendor);
      if (isLookedUp) return await this.lookUp(order, context, vendor);
      return await this.submit(order, context, vendor);
    } catch (error) {
      const isTooLarge = error instanceof TooLargeForVendor;
      if (context.signal.aborted || !(isTooLarge || isVendorFailure(error))) throw error;
      // A call before the order failed, such as an upload, or there was nothing to send.
      if (order.state === 'waiting' && (await this.moves.moveAfter(error, vendor.task, order)))
        return { kind: 'pending', afterSeconds: 0 };
      if (isTooLarge) throw error;
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
    vendor: VendorTask,
  ): Promise<TaskWorkResult> {
    const { options } = vendor.client;
    const found = await lookUp(order, vendor, signal);
    switch (found.kind) {
      case 'taken':
        await this.orders.setSubmitted(NO_TRANSACTION, order, found.vendorId);
        return { kind: 'pending', afterSeconds: options.pollSeconds };
      case 'not_taken':
        await this.orders.end(NO_TRANSACTION, order, 'not_taken');
        return { kind: 'pending', afterSeconds: 0 };
      case 'unknown': {
        if (!canLookUp(order, vendor) || isLate(order)) throw uncertainOutcome('upstream_outcome_unknown');
        return { kind: 'pending', afterSeconds: pauseSeconds(order, options) };
      }
    }
  }

  private async submit(
    order: VendorOrder,
    context: MediaContext,
    vendor: VendorTask,
  ): Promise<TaskWorkResult> {
    const { client, adapter } = vendor;
    const { signal } = context;
    const { pollSeconds } = client.options;
    // Work that may be in progress there is polled once more, however late it is.
    if (order.state === 'waiting') requireTime(order);
    const key = order.state === 'waiting' ? client.keyForOrder() : order.vendorKey;
    const work = vendor.workFor(order, signal);
    const call = await adapter.order(work, (upload) => client.send(upload, signal, key));
    signal.throwIfAborted();
    // Committed before the call: a later run knows that the submission may have arrived.
    if (order.state === 'waiting' && !(await this.orders.intend(NO_TRANSACTION, order, key)))
      return { kind: 'pending', afterSeconds: pollSeconds };
    let placed: PlacedOrder;
    try {
      placed = adapter.readOrder(await client.order(call, order.reference, key), work);
    } catch (error) {
      if (!isVendorFailure(error)) throw error;
      return this.handleFailedSubmission(error, order, vendor, signal);
    }
    const intended: VendorOrder = { ...order, state: 'intended', vendorKey: key };
    if ('state' in placed) return this.conclude(placed.state, intended, context, vendor);
    await this.orders.setSubmitted(NO_TRANSACTION, order, placed.vendorId);
    return { kind: 'pending', afterSeconds: pollSeconds };
  }

  /** @param order As it was before the submission. */
  private async handleFailedSubmission(
    error: VendorFailure,
    order: VendorOrder,
    vendor: VendorTask,
    signal: AbortSignal,
  ): Promise<TaskWorkResult> {
    const { options } = vendor.client;
    // An earlier submission under the same key may have arrived, whatever happened to this one.
    const isWaiting = isContentRefusal(error) || (order.state === 'waiting' && isNotTaken(error, options));
    if (isWaiting) await this.orders.withdraw(NO_TRANSACTION, order);
    else if (!options.isIdempotent && !canLookUp(order, vendor))
      throw uncertainOutcome('upstream_outcome_unknown', error);
    signal.throwIfAborted();
    const isTrial = vendor.task.request[TRIED_VENDOR] !== undefined;
    const failure = isTrial && isWaiting && failureOfTrial(error, options);
    if (failure) throw failure;
    if (isWaiting && (await this.moves.moveAfter(error, vendor.task, order)))
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
    vendor: VendorTask,
  ): Promise<TaskWorkResult> {
    const { options } = vendor.client;
    const state = await askState(vendor, vendorId, order, context.signal);
    if (state.kind !== 'running') return this.conclude(state, order, context, vendor);
    await this.orders.notePoll(NO_TRANSACTION, order);
    requireTime(order);
    if (state.progress !== undefined) context.reportProgress(state.progress);
    return { kind: 'pending', afterSeconds: pauseSeconds(order, options) };
  }

  /** Records how the order ended, and fetches what it made. */
  private async conclude(
    state: EndedState,
    order: VendorOrder,
    context: MediaContext,
    vendor: VendorTask,
  ): Promise<TaskWorkResult> {
    const { credits } = state;
    if (state.kind === 'failed') {
      await this.ends.fail(order, credits && vendor.costOf(credits));
      noteFailure(state, order, vendor.client.options);
      throw failureOfWork(state, vendor.client.options, order.vendorId);
    }
    const cost = vendor.costOf(credits);
    await this.ends.succeed(order, cost);
    const result = await this.fetch(state, order, context, vendor);
    if (cost === undefined) await this.bookByMegapixels(result, order, vendor);
    return result;
  }

  /** The size of pictures is known when they are there. */
  private async bookByMegapixels(
    { files }: { files: readonly TaskFile[] },
    order: VendorOrder,
    vendor: VendorTask,
  ): Promise<void> {
    if (vendor.costOf(undefined, 0) === undefined) return;
    const megapixels = await megapixelsOf(files);
    const cost = megapixels === undefined ? undefined : vendor.costOf(undefined, megapixels);
    if (cost !== undefined) await this.ends.learnCost(order, cost);
  }

  private async fetch(
    { files: made, details, credits }: EndedState & { kind: 'succeeded' },
    { vendorKey }: VendorOrder,
    { signal, folder }: MediaContext,
    vendor: VendorTask,
  ): Promise<TaskWorkResult & { kind: 'succeeded' }> {
    const files: TaskFile[] = [];
    for (const [index, file] of made.entries()) {
      const destination = path.join(await folder(), `upstream-${index}`);
      await this.save(file, destination, vendorKey, vendor, signal);
      const contentType = await vendor.identify(destination);
      if (contentType === undefined) throw new UnusableResult('A file is not of a type that was asked for');
      files.push({ role: file.role, content: { path: destination }, contentType });
    }
    if (files.length === 0) throw new UnusableResult('Work that succeeded made no file');
    return {
      kind: 'succeeded',
      files,
      ...(details ? { details } : {}),
      ...(credits !== undefined && vendor.adapter.billsOurCredits ? { credits } : {}),
    };
  }

  private async save(
    file: VendorFile,
    destination: string,
    key: string | null,
    { client, maxFileBytes }: VendorTask,
    signal: AbortSignal,
  ): Promise<void> {
    if ('bytes' in file) return writeFile(destination, file.bytes);
    // Without the beginning of a data URI.
    if ('base64' in file)
      return writeFile(destination, Buffer.from(file.base64.replace(/^data:[^,]*,/, ''), 'base64'));
    try {
      await client.download(
        'url' in file ? file.url : file.call.path,
        destination,
        maxFileBytes,
        signal,
        key,
      );
    } catch (error) {
      throw unusableFile(error, client.options) ?? error;
    }
  }
}

/** For operators; the content is not the vendor's fault. */
function noteFailure(
  { refusal, said }: EndedState & { kind: 'failed' },
  { vendorId }: VendorOrder,
  options: UpstreamOptions,
): void {
  if (refusal === 'content') return;
  const words = vendorWords(said, namedForOperators(options), vendorId);
  noteFailedWork(options.vendor, vendorId === null ? 'submit' : 'poll', words);
}
