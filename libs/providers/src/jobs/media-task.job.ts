import { Injectable } from '@nestjs/common';
import type { Job, JobDeath, JobOutcome, JobRun } from '#libs/platform/queue';
import { ObjectStorage } from '#libs/platform/storage';
import { type TaskJobPayload, TaskRunner } from '#libs/tasks';
import { MediaProviders } from '../media-providers.js';

/** Has the provider of a task work on it. Each area derives its jobs from it, which add a name and limits. */
@Injectable()
export abstract class MediaTaskJob implements Job<TaskJobPayload> {
  constructor(
    private readonly runner: TaskRunner,
    private readonly providers: MediaProviders,
    private readonly storage: ObjectStorage,
  ) {}

  get concurrency(): number {
    return Math.max(1, ...this.providers.listOfJob(this.constructor).map(({ concurrency }) => concurrency));
  }

  async run({ taskId }: TaskJobPayload, run: JobRun): Promise<JobOutcome> {
    const mayBeginLate = this.providers.listOfJob(this.constructor).every(({ isRepeatable }) => isRepeatable);
    return this.storage.inLazyScratchFolder((folder) =>
      this.runner.run(
        taskId,
        run,
        async (task, context) => this.providers.require(task).run(task, { ...context, folder }),
        { mayBeginLate },
      ),
    );
  }

  async onDead({ taskId }: TaskJobPayload, death: JobDeath): Promise<void> {
    await this.runner.giveUp(taskId, death);
  }
}
