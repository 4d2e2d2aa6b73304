import { ApiProperty } from '@nestjs/swagger';
import {
  COUNTED_JOBS_MAX,
  LISTED_JOB_STATES,
  type ListedJob,
  type ListedJobState,
  type QueueOverview,
} from '#libs/platform/queue';
import { responseOf } from '#libs/platform/http';
import { shownPayload } from '../shown-payload.js';

const BOUNDED = `At most ${COUNTED_JOBS_MAX}: more are not counted.`;
const MESSAGE_MAX_CHARS = 1_000;

/** A queue: the jobs of one name. */
export class QueueResponse {
  /** Name of the queue. */
  @ApiProperty({ example: 'image-tasks.run' }) name!: string;

  /** Whether the queue is paused: no process starts its jobs. */
  @ApiProperty({ example: false }) paused!: boolean;

  /** When it was paused; null unless it is. */
  @ApiProperty({ format: 'date-time', nullable: true }) paused_at!: string | null;

  @ApiProperty({
    description: `Jobs that are not running: due now, later, or after a failed attempt. ${BOUNDED}`,
    type: 'integer',
    example: 2,
  })
  waiting!: number;

  @ApiProperty({
    description: `The waiting ones whose last attempt failed. ${BOUNDED}`,
    type: 'integer',
    example: 0,
  })
  failed!: number;

  /** Running jobs, in all processes. */
  @ApiProperty({ type: 'integer', example: 1 }) active!: number;

  @ApiProperty({
    description: `Jobs without attempts left; kept for 14 days. ${BOUNDED}`,
    type: 'integer',
    example: 0,
  })
  dead!: number;

  @ApiProperty({
    description: `When the longest overdue job became due, among the first ${COUNTED_JOBS_MAX}; null when none is due.`,
    type: 'string',
    format: 'date-time',
    nullable: true,
  })
  oldest_due_at!: string | null;

  /** When the next waiting job may run, such as that of a schedule; null when none waits. */
  @ApiProperty({ format: 'date-time', nullable: true }) next_run_at!: string | null;

  /** Failed runs until a job is dead; null for a queue of another version of the service. */
  @ApiProperty({ type: 'integer', nullable: true, example: 4 }) max_attempts!: number | null;

  /** How often the service adds a job on schedule, such as `1h`; else null. */
  @ApiProperty({ nullable: true, example: null }) schedule!: string | null;

  static from({ rules, pausedAt, ...queue }: QueueOverview): QueueResponse {
    return responseOf(
      QueueResponse,
      { pausedAt, ...queue },
      {
        paused: pausedAt !== null,
        max_attempts: rules?.maxAttempts ?? null,
        schedule: rules?.every ?? null,
      },
    );
  }
}

export class QueueListResponse {
  /** The queues. */
  @ApiProperty({ type: [QueueResponse] }) queues!: QueueResponse[];
}

export class JobErrorResponse {
  /** Type of the error. */
  @ApiProperty({ example: 'OutboundError' }) name!: string;

  /** What went wrong. */
  @ApiProperty({ example: 'The server could not be reached.' }) message!: string;

  /** Its code, if it has one. */
  @ApiProperty({ nullable: true }) code!: string | null;
}

export class JobResponse {
  /** Id of the job. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** State of the job. */
  @ApiProperty({ enum: LISTED_JOB_STATES, example: 'waiting' }) state!: ListedJobState;

  /** Its payload, without secrets; long texts are cut. */
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { taskId: '01890a5d-ac96-774b-bcce-b302099a8057' },
  })
  payload!: Record<string, unknown>;

  /** Attempts that failed. */
  @ApiProperty({ type: 'integer', example: 0 }) failed_attempts!: number;

  /** When it was added. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  /** When it may run; null unless it is waiting. */
  @ApiProperty({ format: 'date-time', nullable: true }) due_at!: string | null;

  /** When this attempt began; null unless it is running. */
  @ApiProperty({ format: 'date-time', nullable: true }) started_at!: string | null;

  /** Number of the process that runs it; null unless it is running. */
  @ApiProperty({ type: 'integer', nullable: true }) process!: number | null;

  /** When its last attempt was used up; null unless it is dead. */
  @ApiProperty({ format: 'date-time', nullable: true }) died_at!: string | null;

  /** Why its last attempt failed; null when none has. */
  @ApiProperty({ type: JobErrorResponse, nullable: true }) error!: JobErrorResponse | null;

  static from(job: ListedJob): JobResponse {
    const { error } = job;
    const state = stateOf(job);
    return {
      id: job.id,
      state,
      payload: shownPayload(job.payload),
      failed_attempts: job.failedAttempts,
      created_at: job.createdAt.toISOString(),
      due_at: job.worker === null && state !== 'dead' ? job.runAt.toISOString() : null,
      started_at: state === 'active' ? (job.startedAt?.toISOString() ?? null) : null,
      process: state === 'active' ? job.worker : null,
      died_at: job.deadAt?.toISOString() ?? null,
      error: error && {
        name: String(error.name),
        message: String(error.message).slice(0, MESSAGE_MAX_CHARS),
        code: error.code ?? null,
      },
    };
  }
}

function stateOf({ deadAt, worker, failedAttempts }: ListedJob): ListedJobState {
  if (deadAt) return 'dead';
  if (worker !== null) return 'active';
  return failedAttempts > 0 ? 'failed' : 'waiting';
}

export class JobListResponse {
  /** The jobs. */
  @ApiProperty({ type: [JobResponse] }) jobs!: JobResponse[];

  /** Pass it as `cursor` for the next page; null on the last. */
  @ApiProperty({ nullable: true }) next_cursor!: string | null;
}

export class RetriedJobsResponse {
  /** Jobs that now run. */
  @ApiProperty({ type: 'integer', example: 3 }) retried!: number;

  /** Whether there were more than one call handles: call again. */
  @ApiProperty({ example: false }) has_more!: boolean;
}
