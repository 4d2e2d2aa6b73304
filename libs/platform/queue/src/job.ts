import { applyDecorators, Injectable, SetMetadata } from '@nestjs/common';
import 'reflect-metadata';

/** How one run of a job ended well. A run that failed throws instead. */
export type JobOutcome = { kind: 'done' } | { kind: 'again'; afterSeconds: number };

/** The job is finished and its row is removed. */
export function done(): JobOutcome {
  return { kind: 'done' };
}

/**
 * The job is to run again, in `afterSeconds` (0 or more, fractions allowed). It uses up no attempt, and the attempts
 * that failed before it are forgotten; a handler that polls this way keeps a deadline of its own.
 */
export function again({ afterSeconds }: { afterSeconds: number }): JobOutcome {
  return { kind: 'again', afterSeconds };
}

/** What a handler learns about the run it is in. */
export type JobRun = {
  /** Aborted when the process must end, or when the lease was lost and another process runs the job. */
  signal: AbortSignal;
  /** 1 for the first run, one more after each run that threw. */
  attempt: number;
  /** Whether the job is dead if this run throws. */
  isLastAttempt: boolean;
  /** The work is done, and what is left waits for the database only: the next job may begin beside it. */
  freePlace?(): void;
};

/** `code` of a death because the process that ran the job ended, again and again. */
export const WORKER_LOST_CODE = 'worker_lost';

/** Why a job died. */
export type JobDeath = {
  /** Class of the last error. */
  name: string;
  message: string;
  /** `code` of the last error, where it had one. */
  code?: string;
};

/**
 * A handler of one kind of job. Delivery is at least once: a run may repeat after a crash, so it must be idempotent.
 * The payload holds ids, not copies of rows.
 */
export type Job<P extends object> = {
  /** Most jobs at once in one process where settings decide that, and may change; overrides the option of the decorator. */
  readonly concurrency?: number;
  run(payload: P, run: JobRun): Promise<JobOutcome>;
  /** Called at least once, in a job of its own, after the last attempt has thrown. It is retried when it throws. */
  onDead?(payload: P, death: JobDeath): Promise<void>;
};

/** A class decorated with `@JobHandler`. */
export type JobHandlerClass<P extends object> = abstract new (...dependencies: never[]) => Job<P>;

/** Rules of one kind of job. */
export type JobHandlerOptions = {
  /** Stable; one handler per name: `tasks.run`. */
  name: string;
  /** Runs that may throw before the job is dead, 1 or more. */
  maxAttempts: number;
  /** Most jobs of this name at once in one process; default 4. */
  concurrency?: number;
  /**
   * Runs the job with an empty payload on a schedule, in one process of all: a duration (`30s`, `15m`, `1h`, `1d`),
   * aligned to multiples of it since 1970. Missed ticks are not made up for.
   */
  every?: string;
};

const OPTIONS_KEY = Symbol('job-handler');

/** Makes a class an injectable job handler; providing it in a module is all it takes to have it run. */
export function JobHandler(options: JobHandlerOptions): ClassDecorator {
  return applyDecorators(Injectable(), SetMetadata(OPTIONS_KEY, options));
}

/** The options of a decorated class, or undefined for any other. */
export function findJobHandlerOptions(type: object): JobHandlerOptions | undefined {
  return Reflect.getMetadata(OPTIONS_KEY, type) as JobHandlerOptions | undefined;
}
