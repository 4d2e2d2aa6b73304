import { type Job, type JobDeath, JobHandler, type JobOutcome, type JobRun } from '#libs/platform/queue';
import { ObjectStorage } from '#libs/platform/storage';
import { type TaskJobPayload, TaskRunner } from '#libs/tasks';
import { MusicProviders } from '../music-providers.js';

/** Makes the music of one task. */
@JobHandler({ name: 'music-tasks.run', maxAttempts: 4, leaseSeconds: 30, concurrency: 8 })
export class RunMusicTaskJob implements Job<TaskJobPayload> {
  constructor(
    private readonly runner: TaskRunner,
    private readonly providers: MusicProviders,
    private readonly storage: ObjectStorage,
  ) {}

  async run({ taskId }: TaskJobPayload, run: JobRun): Promise<JobOutcome> {
    return this.storage.inScratchFolder((folder) =>
      this.runner.run(taskId, run, (task, context) =>
        this.providers.require(task.provider).run(task, context, folder),
      ),
    );
  }

  async onDead({ taskId }: TaskJobPayload, death: JobDeath): Promise<void> {
    await this.runner.giveUp(taskId, death);
  }
}
