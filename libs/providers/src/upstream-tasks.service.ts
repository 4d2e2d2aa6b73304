import path from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { OutboundError } from '#libs/platform/outbound';
import {
  type Task,
  type TaskFile,
  TaskFailure,
  type TaskWorkContext,
  type TaskWorkResult,
} from '#libs/tasks';
import type { ProviderOperation } from './provider-operation.entity.js';
import { ProviderOperationsRepository } from './provider-operations.repository.js';
import { finalFailureOf, upstreamFailure } from './upstream-failure.js';
import { GarbledVendorReply, type VendorTaskApi, type VendorTaskState } from './vendor-task-api.js';

/** Calls in a row that may fail for no stated reason. */
const MAX_FAILURES = 8;
const MAX_POLL_SECONDS = 30;
/** The pause between looks grows by this share of the work's age. */
const POLL_GROWTH = 0.2;

/** Works on tasks through a vendor: orders once, looks until it is done, copies what came of it. */
@Injectable()
export class UpstreamTasks {
  private readonly logger = new Logger(UpstreamTasks.name);

  constructor(private readonly operations: ProviderOperationsRepository) {}

  /**
   * Writes down, before the one call of a vendor that answers with a stream, that it is about to be made; tells whether
   * this run may make it. A stream that broke off with its process is not ordered again.
   */
  async claimOnce(taskId: string): Promise<boolean> {
    await this.operations.open(taskId);
    return this.operations.intend(taskId);
  }

  /**
   * One step of the work, to be called again while it is `pending`. However often and by whichever process it is
   * called, the vendor gets at most one order that counts.
   * @param folder Takes the files made; it may be removed once the task has stored them.
   * @throws TaskFailure `rejected_content`, `upstream_error`, `upstream_timeout` or `upstream_outcome_unknown`.
   */
  async run(
    task: Task,
    context: TaskWorkContext,
    api: VendorTaskApi,
    folder: string,
  ): Promise<TaskWorkResult> {
    const operation = await this.operations.open(task.id);
    try {
      if (operation.vendorId !== null)
        return await this.look(operation.vendorId, operation, context, api, folder);
      return await this.order(operation, context, api);
    } catch (error) {
      return this.later(error, operation, context, api);
    }
  }

  /** What the vendor knows the task as, and whether an order may still be on its way. For stopping the work. */
  async standing(taskId: string): Promise<{ vendorId: string | undefined; isOpen: boolean }> {
    const operation = await this.operations.find(taskId);
    return { vendorId: operation?.vendorId ?? undefined, isOpen: operation?.state === 'intended' };
  }

  private async order(
    operation: ProviderOperation,
    { signal }: TaskWorkContext,
    api: VendorTaskApi,
  ): Promise<TaskWorkResult> {
    const { options } = api.client;
    if (operation.state === 'intended' && !options.isIdempotent)
      throw upstreamFailure('upstream_outcome_unknown');
    requireTime(operation, options.deadlineSeconds);
    const body = await api.requestBody(signal);
    signal.throwIfAborted();
    // Committed before the call: whoever finds it later knows that the order may have arrived.
    if (operation.state === 'waiting' && !(await this.operations.intend(operation.taskId)))
      return { kind: 'pending', afterSeconds: options.pollSeconds };
    const vendorId = await this.send(operation, body, api);
    await this.operations.setSubmitted(operation.taskId, vendorId);
    return { kind: 'pending', afterSeconds: options.pollSeconds };
  }

  private async send(operation: ProviderOperation, body: object, api: VendorTaskApi): Promise<string> {
    try {
      return api.readVendorId(await api.client.order(api.submitPath, body, operation.idempotencyKey));
    } catch (error) {
      const isKnown = error instanceof OutboundError && !error.mayHaveArrived;
      if (isKnown) await this.operations.withdraw(operation.taskId);
      else if (!api.client.options.isIdempotent) throw finalFailureOf(error) ?? unrepeatable(error);
      throw error;
    }
  }

  private async look(
    vendorId: string,
    operation: ProviderOperation,
    context: TaskWorkContext,
    api: VendorTaskApi,
    folder: string,
  ): Promise<TaskWorkResult> {
    const { options } = api.client;
    const state = api.readState(await api.client.look(api.statusPath(vendorId), context.signal));
    switch (state.kind) {
      case 'failed':
        throw upstreamFailure(state.reason);
      case 'succeeded':
        return this.fetch(state, context, api, folder);
      case 'running':
        requireTime(operation, options.deadlineSeconds);
        await this.operations.clearFailures(operation.taskId);
        if (state.progress !== undefined) context.reportProgress(state.progress);
        return { kind: 'pending', afterSeconds: pollPause(operation, options.pollSeconds) };
    }
  }

  private async fetch(
    state: VendorTaskState & { kind: 'succeeded' },
    { signal }: TaskWorkContext,
    api: VendorTaskApi,
    folder: string,
  ): Promise<TaskWorkResult> {
    const files: TaskFile[] = [];
    for (const [index, { role, url }] of state.files.entries()) {
      const destination = path.join(folder, `upstream-${index}`);
      await api.client.download(url, destination, api.maxFileBytes, signal);
      const contentType = await api.identify(destination);
      if (contentType === undefined)
        throw new GarbledVendorReply('A file is not of a type that was asked for');
      files.push({ role, content: { path: destination }, contentType });
    }
    if (files.length === 0) throw new GarbledVendorReply('Work that succeeded made no file');
    return { kind: 'succeeded', files, ...(state.details ? { details: state.details } : {}) };
  }

  /** Decides whether a step that failed is tried again. */
  private async later(
    error: unknown,
    operation: ProviderOperation,
    { signal }: TaskWorkContext,
    api: VendorTaskApi,
  ): Promise<TaskWorkResult> {
    if (error instanceof TaskFailure || signal.aborted) throw error;
    const isOutside = error instanceof OutboundError || error instanceof GarbledVendorReply;
    if (!isOutside) throw error;
    this.logger.warn(`A call for task ${operation.taskId} failed: ${reasonOf(error)}`);
    const final = finalFailureOf(error);
    if (final) throw final;
    const { deadlineSeconds, pollSeconds } = api.client.options;
    requireTime(operation, deadlineSeconds, error);
    // A vendor that asks for patience, or was not called at all, has not failed.
    const asksToWait = error instanceof OutboundError && (error.status === 429 || isOwnRefusal(error));
    if (!asksToWait && (await this.operations.countFailure(operation.taskId)) >= MAX_FAILURES)
      throw upstreamFailure('upstream_error', error);
    const askedSeconds = error instanceof OutboundError ? (error.retryAfterSeconds ?? 0) : 0;
    return { kind: 'pending', afterSeconds: Math.max(askedSeconds, pollPause(operation, pollSeconds)) };
  }
}

/** What an order without an idempotency key came to when its answer is no use. */
function unrepeatable(error: unknown): unknown {
  if (error instanceof GarbledVendorReply) return upstreamFailure('upstream_error', error);
  if (!(error instanceof OutboundError) || error.code === 'aborted') return error;
  const wasAnswered = error.code === 'bad_status' || error.code === 'bad_reply';
  return upstreamFailure(wasAnswered ? 'upstream_error' : 'upstream_outcome_unknown', error);
}

function isOwnRefusal({ code }: OutboundError): boolean {
  return code === 'circuit_open' || code === 'too_busy';
}

function ageSeconds({ createdAt }: ProviderOperation): number {
  return (Date.now() - createdAt.getTime()) / 1000;
}

function pollPause(operation: ProviderOperation, leastSeconds: number): number {
  return Math.max(leastSeconds, Math.min(MAX_POLL_SECONDS, ageSeconds(operation) * POLL_GROWTH));
}

function requireTime(operation: ProviderOperation, deadlineSeconds: number, cause?: unknown): void {
  if (ageSeconds(operation) > deadlineSeconds) throw upstreamFailure('upstream_timeout', cause);
}

/** For the log: never a text of the vendor. */
function reasonOf(error: OutboundError | GarbledVendorReply): string {
  if (error instanceof GarbledVendorReply) return error.message;
  return [error.code, error.status, error.reason].filter((part) => part !== undefined).join(' ');
}
