import type { Task, TaskWorkContext, TaskWorkResult } from '#libs/tasks';
import type { ImageKind } from './image-kinds.js';

/** Who does the work of image tasks. One run may end with a wish to look again; it is then called anew for the task. */
export interface ImageProvider {
  /** Kept with the task, so that a task is finished by the provider that began it. */
  readonly name: string;
  /** Most tasks at once in one process. */
  readonly concurrency: number;
  /** What a task of the kind usually takes, in seconds. */
  estimateSeconds(kind: ImageKind): number;
  /**
   * Works on the task until it is done or has to be asked again.
   * @param folder Temporary; files in it are kept until the task has stored them.
   * @throws TaskFailure for a reason that the caller may read.
   */
  run(task: Task, context: TaskWorkContext, folder: string): Promise<TaskWorkResult>;
}
