import { timeOfId } from '#libs/platform/database';
import { again, done, type Job, JobHandler, type JobOutcome } from '#libs/platform/queue';
import type { StoppedTask } from '../choice/media-provider.js';
import { MediaProviders } from '../choice/media-providers.js';

const RETRY_SECONDS = 2;
/** A submission that has not been answered by then never will be. */
const GIVE_UP_MS = 15 * 60_000;

/** Cancels a task at its provider. Named after the first kind of media that could be stopped. */
@JobHandler({ name: 'video-tasks.stop', maxAttempts: 5 })
export class StopTaskJob implements Job<{ task: StoppedTask }> {
  constructor(private readonly providers: MediaProviders) {}

  async run({ task }: { task: StoppedTask }): Promise<JobOutcome> {
    const isSettled = (await this.providers.find(task)?.stop?.(task)) ?? true;
    const ageMs = Date.now() - timeOfId(task.id).getTime();
    return isSettled || ageMs > GIVE_UP_MS ? done() : again({ afterSeconds: RETRY_SECONDS });
  }
}
