import type { Task, TaskWorkContext, TaskWorkResult } from '#libs/tasks';

/** Who makes the music. It adds the lines of the stream from number 1 on, all but the last; number 0 is there. */
export interface MusicProvider {
  /** Kept with the task, so that a task is finished by the provider that began it. */
  readonly name: string;
  /** How long a piece usually takes, in seconds. */
  estimateSeconds(durationSeconds: number): number;
  /**
   * Makes the piece of the task. It may be called again for a task whose run broke off with its process.
   * @param folder Empty, for files of this run.
   * @returns With the whole file as `audio`.
   * @throws TaskFailure for a reason that the caller may read.
   */
  run(task: Task, context: TaskWorkContext, folder: string): Promise<TaskWorkResult>;
}
