import { defineErrors } from '#libs/platform/errors';

export const { TaskNotFound, TaskEnded, TaskExpired, TaskLinkInvalid, TaskUncertain, TaskNotUncertain } =
  defineErrors({
    /** No such task, one of another kind, or another caller's. */
    TaskNotFound: [404, 'The task does not exist or is not yours.'],
    /** `GET /tasks` still lists it. */
    TaskExpired: [410, 'The task has expired: its files and its request are gone.'],
    /** `events_url` and `audio_url` of `GET /tasks/{id}` are fresh ones. */
    TaskLinkInvalid: [403, 'The link to the task is not valid, or has expired.'],
    TaskEnded: [409, 'The task has already ended.'],
    /** A vendor may be doing its work, or have done it, and charge for it: an admin has to find out first. */
    TaskUncertain: [
      409,
      'It is not known whether the work of the task was done. An admin has to find out first.',
    ],
    TaskNotUncertain: [409, 'The task is not uncertain: there is nothing to resolve.'],
  });

/** Codes of failures for which the caller's input is the reason. */
export const CALLERS_FAULTS = [
  'rejected_content',
  'input_missing',
  'image_too_large',
  'not_a_video',
  'source_too_long',
  'source_too_short',
  'too_large',
];

/** Failures that can only happen on our side. */
const OURS: ReadonlySet<string> = new Set([
  'engine_crashed',
  'engine_closed',
  'internal_error',
  'out_of_memory',
  'timed_out',
]);

/** Ends a task as failed, for a reason that its caller may read. Thrown by the work of a task. */
export class TaskFailure extends Error {
  /** The message without third-party text, which may repeat what the caller sent. */
  readonly loggedAs: string;

  /**
   * @param code Stable, snake_case.
   * @param message What went wrong, for the caller.
   * @param options `loggedAs` is logged instead of a message with third-party text.
   */
  constructor(
    readonly code: string,
    message: string,
    { loggedAs = message, ...options }: ErrorOptions & { loggedAs?: string } = {},
  ) {
    super(message, options);
    this.loggedAs = loggedAs;
  }

  get isOurs(): boolean {
    return OURS.has(this.code);
  }
}

/**
 * The process that worked on a task was killed, by the system for want of memory or because it stalled. Thrown by the
 * work of a task, which is tried once more: if it happens twice, it would keep happening.
 */
export class WorkInterrupted extends TaskFailure {}

/**
 * It is unknown whether a vendor did, or will do, the work of a task. It may be paid for, so it neither fails nor is
 * ordered again. Thrown by the work of a task, which then becomes `uncertain`.
 */
export class UncertainOutcome extends TaskFailure {}
