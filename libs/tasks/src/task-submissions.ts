import { Injectable } from '@nestjs/common';
import { AssetsService, type SmallFile } from '#libs/assets';
import { isDatabaseUnavailable, TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import type { BeginningNote } from '#libs/platform/http';
import { type EnqueueOptions, type JobHandlerClass, JobQueue } from '#libs/platform/queue';
import { Rounds } from '#libs/platform/runtime';
import type { Task } from './task.entity.js';
import { TaskStatusChanged } from './task-status-changed.event.js';
import { TasksRepository } from './tasks.repository.js';

/** Two, so that one may gather while the disk writes for the other; a commit may hold many, but one that fails is done again. */
const MOST = { items: 32, rounds: 2 };

/** The payload of every job that works on a task. */
export type TaskJobPayload = { taskId: string };

/** A task that is about to be stored, and what is stored with it. */
export type Submission = {
  task: Task;
  /** See `NewTask`. */
  isQueued: boolean;
  /** Small inputs, not stored yet. */
  files: readonly SmallFile[];
  /** Whether there are inputs that are stored, and would expire. */
  hasStored: boolean;
  noteBeginning: BeginningNote;
  job: JobHandlerClass<TaskJobPayload>;
  jobOptions: EnqueueOptions;
};

/**
 * Stores new tasks with all that belongs to them. Those that come at the same time share a transaction, so that the disk
 * is waited for once; each is stored when its submission resolves, and what is wrong with one is no reason to refuse others.
 */
@Injectable()
export class TaskSubmissions {
  private readonly rounds = new Rounds((all: readonly Submission[]) => this.storeAll(all), MOST);

  constructor(
    private readonly tasks: TasksRepository,
    private readonly assets: AssetsService,
    private readonly transactions: TransactionRunner,
    private readonly events: DomainEvents,
    private readonly queue: JobQueue,
  ) {}

  /** @throws RateLimited when the caller has too much stored, IdempotencyInFlight as `BeginningNote`. */
  async store(submission: Submission): Promise<void> {
    return this.rounds.do(submission);
  }

  private async storeAll(all: readonly Submission[]): Promise<PromiseSettledResult<void>[]> {
    const stored = all.length === 1 ? new Set() : await this.storeTogether(all);
    return Promise.allSettled(all.map((one) => (stored.has(one) ? Promise.resolve() : this.storeAlone(one))));
  }

  /** Those that were stored: none when one of them ended the transaction of all. */
  private async storeTogether(all: readonly Submission[]): Promise<Set<Submission>> {
    try {
      return await this.transactions.run((scope) => this.insert(scope, all));
    } catch (error) {
      // The commit may have happened, or nothing would.
      if (isDatabaseUnavailable(error)) throw error;
      return new Set();
    }
  }

  private async storeAlone(one: Submission): Promise<void> {
    const stored = await this.transactions.run((scope) => this.insert(scope, [one]));
    if (stored.size > 0) return;
    // When this fails, they expire.
    await this.assets.removeOfTask(one.task.id).catch(() => undefined);
    throw this.assets.tooMuchStored(one.task);
  }

  /** All but those whose callers would have too much stored. */
  private async insert(scope: TransactionScope, all: readonly Submission[]): Promise<Set<Submission>> {
    const files = all.flatMap((submission) => submission.files);
    const withFiles = await this.assets.insertSmall(scope, files);
    const submissions = all.filter(({ task, files }) => files.length === 0 || withFiles.has(task.id));
    if (submissions.length === 0) return new Set();
    const withStored = submissions.filter(({ hasStored }) => hasStored).map(({ task }) => task.id);
    if (withStored.length > 0) await this.assets.keepInputs(scope, withStored);
    for (const { task, noteBeginning } of submissions) await noteBeginning(scope, task.id);
    await this.insertTasks(scope, submissions);
    await this.addJobs(scope, submissions);
    return new Set(submissions);
  }

  private async addJobs(scope: TransactionScope, submissions: readonly Submission[]): Promise<void> {
    for (const [job, ofJob] of Map.groupBy(submissions, (submission) => submission.job)) {
      const entries = ofJob.map(({ task, jobOptions }) => ({
        payload: { taskId: task.id },
        options: jobOptions,
      }));
      await this.queue.enqueueMany(scope, job, entries);
    }
  }

  private async insertTasks(scope: TransactionScope, submissions: readonly Submission[]): Promise<void> {
    const rows = submissions.map(({ task, isQueued }) =>
      isQueued ? { ...task, status: 'queued' as const } : task,
    );
    const events = Map.groupBy(await this.tasks.insertMany(scope, rows), ({ taskId }) => taskId);
    for (const { task } of submissions)
      for (const event of events.get(task.id) ?? [])
        await this.events.publish(scope, new TaskStatusChanged({ ...task, status: event.status }, event));
  }
}
