import { Injectable } from '@nestjs/common';
import { AssetsService, type SmallFile } from '#libs/assets';
import { CreditsExhausted, type Hold, Ledger } from '#libs/ledger';
import { allStatements, TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import type { BeginningNote } from '#libs/platform/http';
import { type EnqueueOptions, type JobHandlerClass, JobQueue } from '#libs/platform/queue';
import { Rounds } from '#libs/platform/runtime';
import type { Task } from './task.entity.js';
import { TaskStatusChanged } from './task-status-changed.event.js';
import { TasksRepository } from './tasks.repository.js';
import { togetherOrAlone } from './together-or-alone.js';

/** Two, so that one may gather while the disk writes for the other; a commit may hold many, but one that fails is done again. */
const MOST = { items: 32, rounds: 2 };

/** How long the price of a task is held at most: an off-peak one may take 48 hours, and a late result a little longer. */
const HOLD_MS = 3 * 24 * 60 * 60 * 1_000;

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
    private readonly ledger: Ledger,
    private readonly transactions: TransactionRunner,
    private readonly events: DomainEvents,
    private readonly queue: JobQueue,
  ) {}

  /**
   * @throws RateLimited when the caller has too much stored, CreditsExhausted when the price is more than is left,
   *   IdempotencyInFlight as `BeginningNote`.
   */
  async store(submission: Submission): Promise<void> {
    return this.rounds.do(submission);
  }

  private async storeAll(all: readonly Submission[]): Promise<PromiseSettledResult<void>[]> {
    return togetherOrAlone(
      all,
      (those) => this.storeTogether(those),
      (one) => this.storeAlone(one),
    );
  }

  /** Those for which there is room, and whose users have not run out of credits: one of theirs may still go alone. */
  private async storeTogether(all: readonly Submission[]): Promise<Map<Submission, void>> {
    try {
      await this.transactions.run((scope) => this.insert(scope, all));
      return new Map(all.map((one) => [one, undefined]));
    } catch (error) {
      const others = othersThan(error, all);
      if (!others) throw error;
      return others.length === 0 ? new Map() : this.storeTogether(others);
    }
  }

  private async storeAlone(one: Submission): Promise<void> {
    try {
      await this.transactions.run((scope) => this.insert(scope, [one]));
    } catch (error) {
      if (!othersThan(error, [one])) throw error;
      // When this fails, they expire.
      await this.assets.removeOfTask(one.task.id).catch(() => undefined);
      throw error instanceof NoRoom ? this.assets.tooMuchStored(one.task) : error;
    }
  }

  /**
   * All statements are sent before the first has run, but for those that need its result.
   * @throws NoRoom when the callers of some would have too much stored, CreditsExhausted when one lacks credits.
   */
  private async insert(scope: TransactionScope, all: readonly Submission[]): Promise<void> {
    await allStatements([
      this.insertFiles(scope, all),
      this.keepStored(scope, all),
      ...all.map(({ task, noteBeginning }) => noteBeginning(scope, task.id)),
      this.insertTasks(scope, all),
      ...this.addJobs(scope, all),
      // Last, as others of the same user may have to wait from here to the commit.
      this.ledger.reserve(scope, all.map(holdOf)),
    ]);
  }

  private async insertFiles(scope: TransactionScope, all: readonly Submission[]): Promise<void> {
    const files = all.flatMap((submission) => submission.files);
    if (files.length === 0) return;
    const withFiles = await this.assets.insertSmall(scope, files);
    const others = all.filter(({ task, files }) => files.length === 0 || withFiles.has(task.id));
    if (others.length < all.length) throw new NoRoom(others);
  }

  private async keepStored(scope: TransactionScope, all: readonly Submission[]): Promise<void> {
    const withStored = all.filter(({ hasStored }) => hasStored).map(({ task }) => task.id);
    if (withStored.length > 0) await this.assets.keepInputs(scope, withStored);
  }

  private addJobs(scope: TransactionScope, all: readonly Submission[]): Promise<unknown>[] {
    return [...Map.groupBy(all, ({ job }) => job)].map(async ([job, ofJob]) => {
      const entries = ofJob.map(({ task, jobOptions }) => ({
        payload: { taskId: task.id },
        options: jobOptions,
      }));
      await this.queue.enqueueMany(scope, job, entries);
    });
  }

  private async insertTasks(scope: TransactionScope, all: readonly Submission[]): Promise<void> {
    const rows = all.map(({ task, isQueued }) => (isQueued ? { ...task, status: 'queued' as const } : task));
    const events = Map.groupBy(await this.tasks.insertMany(scope, rows), ({ taskId }) => taskId);
    for (const { task } of all)
      for (const event of events.get(task.id) ?? [])
        await this.events.publish(scope, new TaskStatusChanged({ ...task, status: event.status }, event));
  }
}

/** Those that may still be stored together after an error that is about some; undefined when it is about all. */
function othersThan(error: unknown, all: readonly Submission[]): readonly Submission[] | undefined {
  if (error instanceof NoRoom) return error.others;
  if (!(error instanceof CreditsExhausted)) return undefined;
  return all.filter(({ task }) => task.userId !== error.userId);
}

function holdOf({
  task: { id: taskId, userId, tokenId, kind, provider, credits, createdAt },
}: Submission): Hold {
  const expiresAt = new Date(createdAt.getTime() + HOLD_MS);
  return { taskId, userId, tokenId, kind, provider, credits, createdAt, expiresAt };
}

/** The callers of some would have too much stored. */
class NoRoom extends Error {
  /** @param others Those that may be stored. */
  constructor(readonly others: readonly Submission[]) {
    super('Some callers would have too much stored');
  }
}
