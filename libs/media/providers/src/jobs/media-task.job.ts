import { Injectable } from '@nestjs/common';
import type { Job, JobDeath, JobOutcome, JobRun } from '#libs/platform/queue';
import { ObjectStorage } from '#libs/platform/storage';
import {
  type Task,
  TaskFailure,
  type TaskJobPayload,
  TaskRunner,
  type TaskWorkResult,
} from '#libs/media/work';
import { type CallEnd, callLog } from '../calls/call-log.js';
import type { MediaContext } from '../choice/media-provider.js';
import { MediaProviders } from '../choice/media-providers.js';
import { ProviderGone } from '../choice/providers.errors.js';

/** Most tasks of one job at a time in a process, however many vendors there are. */
const CONCURRENCY_MAX = 64;
/** Until a task is tried again whose provider this process does not know yet. */
const AWAITED_AGAIN_SECONDS = 1;

/** Runs the provider of a task. Each area derives its jobs from this class, adding a name and limits. */
@Injectable()
export abstract class MediaTaskJob implements Job<TaskJobPayload> {
  constructor(
    private readonly runner: TaskRunner,
    private readonly providers: MediaProviders,
    private readonly storage: ObjectStorage,
  ) {}

  get concurrency(): number {
    const all = this.providers.listOfJob(this.constructor);
    const ofVendors = all.filter(({ client }) => client).map(({ concurrency }) => concurrency);
    const own = all.filter(({ client }) => !client).map(({ concurrency }) => concurrency);
    // A slow vendor must not take the share of the others.
    const ofAllVendors = ofVendors.reduce((sum, concurrency) => sum + concurrency, 0);
    return Math.max(1, ...own, Math.min(CONCURRENCY_MAX, ofAllVendors));
  }

  async run({ taskId }: TaskJobPayload, run: JobRun): Promise<JobOutcome> {
    return this.storage.inLazyScratchFolder((folder) =>
      this.runner.run(taskId, run, async (task, context) => this.work(task, { ...context, folder })),
    );
  }

  async onDead({ taskId }: TaskJobPayload, death: JobDeath): Promise<void> {
    await this.runner.giveUp(taskId, death);
  }

  /** Local work is counted by the kind of the task; calls to a vendor are counted one by one. */
  private async work(task: Task, context: MediaContext): Promise<TaskWorkResult> {
    const provider = this.providers.find(task);
    if (!provider && this.providers.isAwaited(task.provider))
      return { kind: 'pending', afterSeconds: AWAITED_AGAIN_SECONDS };
    if (!provider) throw new ProviderGone();
    if (provider.client) return provider.run(task, context);
    const startedAtMs = performance.now();
    const count = (end: CallEnd = {}): void =>
      callLog.add(provider.name, task.kind, performance.now() - startedAtMs, end);
    try {
      const result = await provider.run(task, context);
      count();
      return result;
    } catch (error) {
      // A task that was canceled has not failed.
      if (!context.signal.aborted) count(endOf(error));
      throw error;
    }
  }
}

/** Work may have failed because of what the caller sent. */
function endOf(error: unknown): CallEnd {
  if (!(error instanceof TaskFailure)) return { error: 'error' };
  return error.isOurs ? { error: error.code } : { isRefusal: true };
}
