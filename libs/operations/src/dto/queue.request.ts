import { EnumField, IntField, TextField, UuidField } from '#libs/platform/http';
import { LISTED_JOB_STATES, type ListedJobState } from '#libs/platform/queue';

const QUEUE_NAME = { matches: /^[a-z][a-z0-9.-]*$/, rule: 'lower-case letters, digits, dots and hyphens' };
const RETRIED_STATES = ['failed', 'dead'] as const;

export class QueuePath {
  /** Name of the queue. */
  @TextField({ maxLength: 100, pattern: QUEUE_NAME, example: 'image-tasks.run' })
  queue!: string;
}

export class JobPath extends QueuePath {
  /** Id of the job. */
  @UuidField()
  jobId!: string;
}

export class ListJobsQuery {
  /**
   * `waiting`: jobs that are not running, in the order in which they will run; `failed`: the waiting ones whose last
   * attempt failed, the oldest first; `active`: running jobs; `dead`: jobs without attempts left, the last to die
   * first, for 14 days.
   */
  @EnumField({ values: LISTED_JOB_STATES, default: 'waiting' })
  state!: ListedJobState;

  /** The `next_cursor` of the previous page. */
  @TextField({ maxLength: 300, optional: true })
  cursor?: string;

  /** Jobs on a page. */
  @IntField({ min: 1, max: 100, default: 20 })
  limit!: number;
}

export class PauseQueueRequest {
  /** Why; kept in the audit log. */
  @TextField({ maxLength: 2_000, default: '', example: 'The vendor is down' })
  reason!: string;
}

export class RetryJobsRequest {
  /** `failed`: waiting jobs whose last attempt failed run now; `dead`: jobs without attempts left start over. */
  @EnumField({ values: RETRIED_STATES })
  state!: (typeof RETRIED_STATES)[number];
}
