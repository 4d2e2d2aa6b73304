import { type Job, type JobDeath, JobHandler, type JobOutcome, type JobRun } from '#libs/platform/queue';
import { ObjectStorage } from '#libs/platform/storage';
import { type TaskJobPayload, TaskRunner } from '#libs/tasks';
import { ImageProviders } from '../image-providers.js';

/** Works on one image task. */
@JobHandler({ name: 'image-tasks.run', maxAttempts: 4, leaseSeconds: 30 })
export class RunImageTaskJob implements Job<TaskJobPayload> {
  readonly concurrency: number;

  constructor(
    private readonly runner: TaskRunner,
    private readonly providers: ImageProviders,
    private readonly storage: ObjectStorage,
  ) {
    this.concurrency = providers.current.concurrency;
  }

  async run({ taskId }: TaskJobPayload, run: JobRun): Promise<JobOutcome> {
    return this.storage.inScratchFolder((folder) =>
      this.runner.run(taskId, run, async (task, context) =>
        this.providers.require(task.provider).run(task, context, folder),
      ),
    );
  }

  async onDead({ taskId }: TaskJobPayload, death: JobDeath): Promise<void> {
    await this.runner.giveUp(taskId, death);
  }
}
