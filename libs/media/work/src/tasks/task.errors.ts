import { defineErrors } from '#libs/platform/errors';

export const { TaskNotFound, TaskEnded, TaskExpired, TaskLinkInvalid, TaskUncertain, TaskNotUncertain } =
  defineErrors({
    /** No such task, one of another kind, or another caller's. */
    TaskNotFound: [404, 'The task does not exist or is not yours.'],
    /** Its row still shows that it was there, in `GET /tasks`. */
    TaskExpired: [410, 'The task has expired: its files and its request are gone.'],
    /** `events_url` of `GET /tasks/{id}` is a fresh one. */
    TaskLinkInvalid: [403, 'The link to the events is not valid, or has expired.'],
    TaskEnded: [409, 'The task has already ended.'],
    /** A vendor may do, or have done, its work and charge for it: an admin finds that out first. */
    TaskUncertain: [
      409,
      'It is not known whether the work of the task was done. An admin has to find out first.',
    ],
    TaskNotUncertain: [409, 'The task is not uncertain: there is nothing to resolve.'],
  });

/** What can only go wrong on our side. */
const OURS: ReadonlySet<string> = new Set([
  'engine_crashed',
  'engine_closed',
  'internal_error',
  'out_of_memory',
  'timed_out',
]);

/** Ends a task as failed, for a reason that its caller may read. Thrown by the work of a task. */
export class TaskFailure extends Error {
  /** The message without what others said, who may repeat what the caller sent. */
  readonly loggedAs: string;

  /**
   * @param code Stable, snake_case.
   * @param message What went wrong, for the caller.
   * @param options `loggedAs` is logged where the message has words of others.
   */
  constructor(
    readonly code: string,
    message: string,
    { loggedAs = message, ...options }: ErrorOptions & { loggedAs?: string } = {},
  ) {
    super(message, options);
    this.loggedAs = loggedAs;
  }

  /** Whether neither the caller nor a vendor is to blame. */
  get isOurs(): boolean {
    return OURS.has(this.code);
  }
}

/**
 * The process that worked on a task was ended from outside, as the system does for want of memory, or because it stood still.
 * Thrown by the work of a task, which is tried once more: what ends its process twice would go on to do so.
 */
export class WorkInterrupted extends TaskFailure {}

/**
 * Nobody can tell whether a vendor did, or will do, the work of a task: it may be paid for, and so is neither failed nor
 * ordered again. Thrown by the work of a task, which is `uncertain` from then on.
 */
export class UncertainOutcome extends TaskFailure {}
