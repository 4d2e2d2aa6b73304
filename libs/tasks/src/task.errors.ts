import { defineError } from '#libs/platform/errors';

/** No such task, one of another kind, or somebody else's. */
export const TaskNotFound = defineError('task_not_found', 404, 'The task does not exist or is not yours.');
/** The task has ended: nothing is left to cancel. */
export const TaskEnded = defineError('task_ended', 409, 'The task has already ended.');

/** Ends a task as failed, for a reason that its caller may read. Thrown by the work of a task. */
export class TaskFailure extends Error {
  /**
   * @param code Stable, snake_case.
   * @param message What went wrong, for the caller.
   */
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
