import { type Job, type JobDeath, JobHandler, type JobOutcome, type JobRun } from '#libs/platform/queue';
import { ObjectStorage } from '#libs/platform/storage';
import { type TaskJobPayload, TaskRunner } from '#libs/tasks';
import { UpstreamVideoWork } from '../upstream/upstream-video-work.js';

/** Orders the video of one task from the vendor, looks after it and fetches it. */
@JobHandler({ name: 'video-tasks.follow', maxAttempts: 4, leaseSeconds: 30, concurrency: 8 })
export class FollowVideoTaskJob implements Job<TaskJobPayload> {
  constructor(
    private readonly runner: TaskRunner,
    private readonly work: UpstreamVideoWork,
    private readonly storage: ObjectStorage,
  ) {}

  async run({ taskId }: TaskJobPayload, run: JobRun): Promise<JobOutcome> {
    return this.storage.inScratchFolder((folder) =>
      this.runner.run(taskId, run, (task, context) => this.work.run(task, context, folder)),
    );
  }

  async onDead({ taskId }: TaskJobPayload, death: JobDeath): Promise<void> {
    await this.runner.giveUp(taskId, death);
  }
}
