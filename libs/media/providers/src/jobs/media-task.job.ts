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

/** Of the tasks of one job that a process works on at once, however many vendors there are. */
const CONCURRENCY_MAX = 64;

/** Has the provider of a task work on it. Each area derives its jobs from it, which add a name and limits. */
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
    // A vendor that is slow leaves the others their part.
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

  /** Work that is done here is counted by the kind of the task; calls to a vendor are counted each. */
  private async work(task: Task, context: MediaContext): Promise<TaskWorkResult> {
    const provider = this.providers.require(task);
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
