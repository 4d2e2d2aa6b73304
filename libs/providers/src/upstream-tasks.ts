import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { OutboundError } from '#libs/platform/outbound';
import type { Task, TaskFile, TaskWorkContext, TaskWorkResult } from '#libs/tasks';
import { NO_TRANSACTION } from '#libs/platform/database';
import type { MediaContext } from './media-provider.js';
import { pauseSeconds, requireTime } from './operation-time.js';
import type { ProviderOperation } from './provider-operation.entity.js';
import { ProviderOperationsRepository } from './provider-operations.repository.js';
import {
  answerOf,
  isVendorFailure,
  lostSubmission,
  unusableFile,
  upstreamFailure,
} from './upstream-failure.js';
import { UpstreamRetries } from './upstream-retries.js';
import { UnusableResult, type VendorTaskApi, type VendorTaskState } from './vendor-task-api.js';
import { vendorWords } from './vendor-words.js';

/** Works on tasks through a vendor: submits once, polls until it is done, copies what came of it. */
@Injectable()
export class UpstreamTasks {
  constructor(
    private readonly operations: ProviderOperationsRepository,
    private readonly retries: UpstreamRetries,
  ) {}

  /**
   * One step of the work, to be called again while it is `pending`. However often and by whichever process it is
   * called, the vendor gets at most one submission that counts.
   * @throws TaskFailure `rejected_content`, `upstream_error`, `upstream_timeout` or `upstream_outcome_unknown`.
   */
  async run(task: Task, context: MediaContext, api: VendorTaskApi): Promise<TaskWorkResult> {
    const operation = await this.operations.open(NO_TRANSACTION, task.id);
    try {
      if (operation.vendorId !== null) return await this.poll(operation.vendorId, operation, context, api);
      return await this.submit(operation, context, api);
    } catch (error) {
      if (context.signal.aborted || !isVendorFailure(error)) throw error;
      return this.retries.handleFailure(error, operation, api.client.options);
    }
  }

  /** What the vendor knows the task as, and whether a submission may still be on its way. For stopping the work. */
  async findOperation(taskId: string): Promise<{ vendorId: string | undefined; isOpen: boolean }> {
    const operation = await this.operations.find(NO_TRANSACTION, taskId);
    return { vendorId: operation?.vendorId ?? undefined, isOpen: operation?.state === 'intended' };
  }

  private async submit(
    operation: ProviderOperation,
    { signal }: TaskWorkContext,
    api: VendorTaskApi,
  ): Promise<TaskWorkResult> {
    const { options } = api.client;
    if (operation.state === 'intended' && !options.isIdempotent)
      throw upstreamFailure('upstream_outcome_unknown');
    requireTime(operation, options);
    const body = await api.requestBody(signal);
    signal.throwIfAborted();
    // Committed before the call: a later run knows by it that the submission may have arrived.
    if (operation.state === 'waiting' && !(await this.operations.intend(NO_TRANSACTION, operation.taskId)))
      return { kind: 'pending', afterSeconds: options.pollSeconds };
    const vendorId = await this.send(operation, body, api);
    await this.operations.setSubmitted(NO_TRANSACTION, operation.taskId, vendorId);
    return { kind: 'pending', afterSeconds: options.pollSeconds };
  }

  private async send(operation: ProviderOperation, body: object, api: VendorTaskApi): Promise<string> {
    const { options } = api.client;
    try {
      return api.readVendorId(await api.client.submit(api.submitPath, body, operation.idempotencyKey));
    } catch (error) {
      if (!isVendorFailure(error)) throw error;
      const mayHaveArrived = !(error instanceof OutboundError) || error.mayHaveArrived;
      // An earlier submission under the same key may have arrived, whatever became of this one.
      if (!mayHaveArrived && operation.state === 'waiting')
        await this.operations.withdraw(NO_TRANSACTION, operation.taskId);
      const isLost = mayHaveArrived && !options.isIdempotent;
      throw (isLost ? lostSubmission(error, answerOf(error, options)) : undefined) ?? error;
    }
  }

  private async poll(
    vendorId: string,
    operation: ProviderOperation,
    context: MediaContext,
    api: VendorTaskApi,
  ): Promise<TaskWorkResult> {
    const { options } = api.client;
    const state = api.readState(await api.client.poll(api.statusPath(vendorId), context.signal));
    switch (state.kind) {
      case 'failed':
        throw upstreamFailure(state.reason, vendorWords(state.said, options, vendorId));
      case 'succeeded':
        return this.fetch(state, context, api);
      case 'running':
        requireTime(operation, options);
        await this.operations.clearFailures(NO_TRANSACTION, operation.taskId);
        if (state.progress !== undefined) context.reportProgress(state.progress);
        return { kind: 'pending', afterSeconds: pauseSeconds(operation, options) };
    }
  }

  private async fetch(
    state: VendorTaskState & { kind: 'succeeded' },
    { signal, folder }: MediaContext,
    api: VendorTaskApi,
  ): Promise<TaskWorkResult> {
    const files: TaskFile[] = [];
    for (const [index, { role, url }] of state.files.entries()) {
      const destination = path.join(await folder(), `upstream-${index}`);
      await this.download(url, destination, api, signal);
      const contentType = await api.identify(destination);
      if (contentType === undefined) throw new UnusableResult('A file is not of a type that was asked for');
      files.push({ role, content: { path: destination }, contentType });
    }
    if (files.length === 0) throw new UnusableResult('Work that succeeded made no file');
    return { kind: 'succeeded', files, ...(state.details ? { details: state.details } : {}) };
  }

  private async download(
    url: string,
    destination: string,
    api: VendorTaskApi,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      await api.client.download(url, destination, api.maxFileBytes, signal);
    } catch (error) {
      throw unusableFile(error, api.client.options) ?? error;
    }
  }
}
