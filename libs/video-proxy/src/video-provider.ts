import type { JobHandlerClass } from '#libs/platform/queue';
import type { TaskJobPayload } from '#libs/tasks';

/** What the length of a run depends on. */
export type VideoEffort = {
  /** Seconds of video to be made. */
  durationSeconds: number;
  resolution: string;
};

/** Who does the work of video tasks. */
export interface VideoProvider {
  /** Kept with the task. */
  readonly name: string;
  /** Whether somebody is charged for its work: then its callers have to say who they are. */
  readonly isPaid: boolean;
  /** Whether its tasks may have to go on at once, because somebody tells that they have changed. */
  readonly isWakeable: boolean;
  /** The job that works on its tasks. */
  readonly job: JobHandlerClass<TaskJobPayload>;
  /** What a run usually takes, in whole seconds. */
  estimateSeconds(effort: VideoEffort): number;
}
