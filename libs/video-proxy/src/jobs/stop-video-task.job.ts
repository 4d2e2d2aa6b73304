import { again, done, type Job, JobHandler, type JobOutcome } from '#libs/platform/queue';
import type { Task } from '#libs/tasks';
import { UpstreamVideoWork } from '../upstream/upstream-video-work.js';

const LOOK_AGAIN_SECONDS = 2;
/** An order that has not been answered by then never will be. */
const GIVE_UP_MS = 15 * 60_000;

/** Holds what the vendor is told by, and not the task's id alone: the task may be deleted by then. */
type StopPayload = { task: Pick<Task, 'id' | 'kind'> };

/** Tells the vendor that a canceled task need not be done. */
@JobHandler({ name: 'video-tasks.stop', maxAttempts: 5, leaseSeconds: 30 })
export class StopVideoTaskJob implements Job<StopPayload> {
  constructor(private readonly work: UpstreamVideoWork) {}

  async run({ task }: StopPayload): Promise<JobOutcome> {
    const isSettled = await this.work.stop(task);
    return isSettled || ageMs(task.id) > GIVE_UP_MS ? done() : again({ afterSeconds: LOOK_AGAIN_SECONDS });
  }
}

/** A UUIDv7 begins with the time of its making. */
function ageMs(id: string): number {
  return Date.now() - Number.parseInt(id.replace('-', '').slice(0, 12), 16);
}
