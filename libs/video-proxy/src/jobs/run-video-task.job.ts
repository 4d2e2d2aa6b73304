import { type Job, type JobDeath, JobHandler, type JobOutcome, type JobRun } from '#libs/platform/queue';
import { ObjectStorage } from '#libs/platform/storage';
import { type TaskJobPayload, TaskRunner } from '#libs/tasks';
import { LocalVideoWork } from '../local-video-work.js';
import { VideoProxySettings } from '../video-proxy.settings.js';

/** Makes the video of one task with the local engine. */
@JobHandler({ name: 'video-tasks.run', maxAttempts: 3, leaseSeconds: 30 })
export class RunVideoTaskJob implements Job<TaskJobPayload> {
  readonly concurrency: number;

  constructor(
    private readonly runner: TaskRunner,
    private readonly work: LocalVideoWork,
    private readonly storage: ObjectStorage,
    settings: VideoProxySettings,
  ) {
    this.concurrency = settings.concurrency;
  }

  async run({ taskId }: TaskJobPayload, run: JobRun): Promise<JobOutcome> {
    return this.storage.inScratchFolder((folder) =>
      this.runner.run(taskId, run, (task, context) => this.work.run(task, context, folder)),
    );
  }

  async onDead({ taskId }: TaskJobPayload, death: JobDeath): Promise<void> {
    await this.runner.giveUp(taskId, death);
  }
}
