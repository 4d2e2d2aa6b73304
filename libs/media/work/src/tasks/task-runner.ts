import { Injectable, Logger } from '@nestjs/common';
import { type Asset, AssetsService } from '#libs/media/assets';
import { withLogFields } from '#libs/platform/logging';
import { writeFailure } from '#libs/platform/errors';
import {
  again,
  done,
  type JobDeath,
  type JobOutcome,
  type JobRun,
  WORKER_LOST_CODE,
} from '#libs/platform/queue';
import { DiskRoom } from '#libs/platform/storage';
import { FollowedTasks } from './followed-tasks.js';
import { TaskChanges } from './task-changes.js';
import { TaskEnds } from './task-ends.js';
import { TaskFailure, UncertainOutcome, WorkInterrupted } from './task.errors.js';
import type { Task } from './task.entity.js';
import { isTerminal } from './task-status.js';
import type { TaskNews } from './tasks.repository.js';
import { TasksService } from './tasks.service.js';

const PROGRESS_INTERVAL_MS = 1_000;

export type TaskFile = {
  role: string;
  content: Uint8Array | { path: string };
  contentType: string;
  /** An IPTC digital source type; absent if that is up to its maker. */
  sourceType?: string;
};

/** How a run of the work ends: with files, or with a pause before the next poll of a vendor. */
export type TaskWorkResult =
  /** `credits` is the real cost, if known. The caller pays whole credits, rounded up, and at most the price. */
  | { kind: 'succeeded'; files: readonly TaskFile[]; details?: Record<string, unknown>; credits?: number }
  | { kind: 'pending'; afterSeconds: number };

export type TaskWorkContext = {
  /** Aborted when the task is canceled or the process stops. */
  signal: AbortSignal;
  /** 0 to 100; may be called as often as convenient. */
  reportProgress(percent: number): void;
  attempt: number;
};

/**
 * Runs the work of a task from a job: marks it as processing, stores its outputs, ends it, and stops it when it is
 * canceled. It may run again for the same task after a crash, even while an earlier run continues that was presumed
 * dead: only the newest run changes the task, and files of the others expire.
 */
@Injectable()
export class TaskRunner {
  private readonly logger = new Logger(TaskRunner.name);

  constructor(
    private readonly tasks: TasksService,
    private readonly changes: TaskChanges,
    private readonly ends: TaskEnds,
    private readonly assets: AssetsService,
    private readonly followed: FollowedTasks,
    private readonly room: DiskRoom,
  ) {}

  async run(
    taskId: string,
    run: JobRun,
    work: (task: Task, context: TaskWorkContext) => Promise<TaskWorkResult>,
  ): Promise<JobOutcome> {
    // Started before the run, so that no end is missed.
    const watch = this.watchForEnd(taskId);
    try {
      const task = await this.changes.beginRun(taskId);
      if (!task) return done();
      return await withLogFields({ taskId }, () => this.work(task, run, watch.signal, work));
    } finally {
      watch.stop();
    }
  }

  /** Ends the task when its job was given up; for the `onDead` hook of a job. */
  async giveUp(taskId: string, death: JobDeath): Promise<void> {
    await this.end(taskId, death.code === WORKER_LOST_CODE ? crashFailure() : ownFailure());
  }

  private async work(
    task: Task,
    run: JobRun,
    ended: AbortSignal,
    work: (task: Task, context: TaskWorkContext) => Promise<TaskWorkResult>,
  ): Promise<JobOutcome> {
    try {
      const signal = AbortSignal.any([run.signal, ended]);
      const result = await work(task, {
        signal,
        attempt: run.attempt,
        reportProgress: this.progressOf(task),
      });
      if (result.kind === 'pending') return again({ afterSeconds: result.afterSeconds });
      // Its end may wait for a locked account; other tasks need not.
      run.freePlace?.();
      await this.succeed(task, result);
    } catch (error) {
      if (ended.aborted) return done();
      if (run.signal.aborted) throw error;
      await this.fail(task, error, run);
    }
    return done();
  }

  /** A signal that aborts once the task was ended elsewhere: canceled or deleted. */
  private watchForEnd(taskId: string): { signal: AbortSignal; stop(): void } {
    const controller = new AbortController();
    const abortAtEnd = ({ status }: TaskNews): void => {
      if (status === null || isTerminal(status)) controller.abort();
    };
    return { signal: controller.signal, stop: this.followed.followToEnd(taskId, abortAtEnd) };
  }

  private progressOf(task: Task): (percent: number) => void {
    let lastAt = 0;
    return (percent) => {
      if (percent < 1 || Date.now() - lastAt < PROGRESS_INTERVAL_MS) return;
      lastAt = Date.now();
      // A lost progress value is harmless: the next one replaces it.
      void this.changes.setProgress(task, percent).catch(() => undefined);
    };
  }

  /** Stored files are removed unless the task comes to own them; if that fails, they expire. */
  private async succeed(
    task: Task,
    { files, details, credits }: Extract<TaskWorkResult, { kind: 'succeeded' }>,
  ): Promise<void> {
    const made: { role: string; asset: Asset }[] = [];
    let isEnded = false;
    try {
      for (const file of files) made.push({ role: file.role, asset: await this.store(task, file) });
      isEnded = await this.ends.succeed({
        task,
        outputs: made.map(({ role, asset }) => ({ role, assetId: asset.id })),
        details,
        credits: credits === undefined ? undefined : Math.ceil(credits),
      });
    } catch (error) {
      // A commit whose answer was lost may have succeeded: then the files belong to the task.
      if (made.length < files.length) await this.discard(made);
      throw error;
    }
    if (!isEnded) await this.discard(made);
  }

  private store({ id, userId }: Task, { content, contentType, sourceType }: TaskFile): Promise<Asset> {
    return this.assets.store({
      content,
      contentType,
      sourceType,
      purpose: 'output',
      taskId: id,
      userId: userId ?? undefined,
    });
  }

  private async discard(made: readonly { asset: Asset }[]): Promise<void> {
    await this.assets.remove(made.map(({ asset }) => asset)).catch(() => undefined);
  }

  private async fail(task: Task, error: unknown, run: JobRun): Promise<void> {
    // Nothing can be stored at the moment: the job waits, however many attempts it has had.
    if (writeFailure(error)) throw error;
    const isInterrupted = error instanceof WorkInterrupted;
    const isOfEngine = isInterrupted || (error instanceof TaskFailure && error.code === 'engine_crashed');
    const problem = isOfEngine && (await this.room.problem());
    if (problem) throw problem;
    if (isInterrupted && run.attempt === 1) throw error;
    if (!(error instanceof TaskFailure)) {
      if (!run.isLastAttempt) throw error;
      await this.end(task.id, ownFailure(error), { ...ofRun(task), attempt: run.attempt });
      throw error;
    }
    const failure = isInterrupted ? happenedAgain(error) : error;
    await this.end(task.id, failure, { ...ofRun(task), attempt: run.attempt });
  }

  private async end(
    taskId: string,
    failure: TaskFailure,
    { attempt, ...ofRun }: { attempt?: number; ofRun?: number } = {},
  ): Promise<void> {
    const { code, message, loggedAs, isOurs, cause } = failure;
    const change = { errorCode: code, errorMessage: message, ...ofRun };
    const isUncertain = failure instanceof UncertainOutcome;
    const task = await this.changes.changeStatus(taskId, isUncertain ? 'uncertain' : 'failed', change);
    if (!task) return;
    const { kind, provider } = task;
    this.logger.warn(
      { taskId, kind, provider, code, reason: loggedAs, attempt, ...(isOurs && cause ? { err: cause } : {}) },
      isUncertain ? 'A task is uncertain' : 'A task failed',
    );
  }
}

function ofRun({ run }: Task): { ofRun?: number } {
  return run === null ? {} : { ofRun: run };
}

function crashFailure(): TaskFailure {
  const message = 'The work was given up: its process ended unexpectedly, more than once.';
  return new TaskFailure('engine_crashed', message);
}

function happenedAgain(cause: WorkInterrupted): TaskFailure {
  return new TaskFailure(cause.code, `${cause.message} This happened more than once.`, { cause });
}

function ownFailure(cause?: unknown): TaskFailure {
  return new TaskFailure('internal_error', 'Something went wrong on our side.', { cause });
}
