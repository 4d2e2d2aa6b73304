import { Injectable } from '@nestjs/common';
import { AssetsService } from '#libs/media/assets';
import { type Hold, Ledger } from '#libs/accounts/ledger';
import { Clock } from '#libs/platform/clock';
import {
  allStatements,
  DatabaseSettings,
  isTimeout,
  SharedRounds,
  type TransactionOptions,
  TransactionRunner,
  type TransactionScope,
} from '#libs/platform/database';
import { DomainError, Unavailable } from '#libs/platform/errors';
import { DomainEvents } from '#libs/platform/events';
import type { BeginningNote } from '#libs/platform/http';
import { type EnqueueOptions, type JobHandlerClass, JobQueue } from '#libs/platform/queue';
import type { Task } from './task.entity.js';
import { TasksRepository } from './tasks.repository.js';
import { WaitingTasks } from './waiting-tasks.js';
import { TaskStatusChanged } from './task.events.js';

/** Longest hold of a task's price: an off-peak task may take 48 hours, and a late result a little longer. */
const HOLD_MS = 3 * 24 * 60 * 60 * 1_000;
const RETRY_AFTER_SECONDS = '5';

export type TaskJobPayload = { taskId: string };

export type Submission = {
  task: Task;
  isQueued: boolean;
  noteBeginning: BeginningNote;
  job: JobHandlerClass<TaskJobPayload>;
  jobOptions: EnqueueOptions;
};

/**
 * Stores new tasks with everything that belongs to them. Those that arrive at the same time share a transaction, so
 * that the disk is waited for once. Each is stored when its submission resolves, and one bad task does not make
 * others fail.
 */
@Injectable()
export class TaskSubmissions {
  private readonly rounds = new SharedRounds<Submission, void>({
    ownerOf: ({ task: { userId, source } }) => userId ?? `address:${source}`,
    together: (all, options) => this.storeTogether(all, options),
    alone: (one, options) => this.storeAlone(one, options),
  });

  constructor(
    private readonly tasks: TasksRepository,
    private readonly assets: AssetsService,
    private readonly ledger: Ledger,
    private readonly waiting: WaitingTasks,
    private readonly transactions: TransactionRunner,
    private readonly events: DomainEvents,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
    private readonly database: DatabaseSettings,
  ) {}

  /**
   * @throws RateLimited when too many tasks of the caller are waiting, CreditsExhausted when the price exceeds the
   * balance, IdempotencyInFlight as `BeginningNote`, Unavailable when other requests of the caller take too long.
   */
  async store(submission: Submission): Promise<void> {
    return this.rounds.do(submission);
  }

  /** If one of them is refused, all are retried in their owners' lines. */
  private async storeTogether(
    all: readonly Submission[],
    options: TransactionOptions,
  ): Promise<Map<Submission, void>> {
    const current = all.filter((one) => !this.isLate(one));
    if (current.length > 0) await this.transactions.run((scope) => this.insert(scope, current), options);
    return new Map(current.map((one) => [one, undefined]));
  }

  private async storeAlone(one: Submission, options: TransactionOptions): Promise<void> {
    try {
      if (this.isLate(one)) throw tooSlow();
      await this.transactions.run((scope) => this.insert(scope, [one]), options);
    } catch (error) {
      const refusal = isTimeout(error) && this.isLate(one) ? tooSlow() : error;
      // After any other error the task may have been stored. If this fails, the files expire.
      if (refusal instanceof DomainError) await this.assets.removeOfTask(one.task.id).catch(() => undefined);
      throw refusal;
    }
  }

  /** Whether it waited for as long as a statement may run. */
  private isLate({ task }: Submission): boolean {
    return this.clock.now().getTime() - task.createdAt.getTime() >= this.database.statementTimeoutMs;
  }

  /**
   * All statements are sent before the first has run, except those that need its result.
   * @throws RateLimited, CreditsExhausted when one of them is refused.
   */
  private async insert(scope: TransactionScope, all: readonly Submission[]): Promise<void> {
    const tasks = all.map(({ task }) => task);
    await allStatements([
      this.assets.keepInputs(
        scope,
        tasks.map(({ id }) => id),
      ),
      ...all.map(({ task, noteBeginning }) => noteBeginning(scope, task.id)),
      this.insertTasks(scope, all),
      ...this.addJobs(scope, all),
      // Last, as it may make others of the same caller wait until the commit.
      this.waiting.requireWithin(scope, tasks),
      this.ledger.reserve(scope, all.map(holdOf)),
    ]);
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

function holdOf({
  task: { id: taskId, userId, tokenId, kind, provider, credits, createdAt },
}: Submission): Hold {
  const expiresAt = new Date(createdAt.getTime() + HOLD_MS);
  return { taskId, userId, tokenId, kind, provider, credits, createdAt, expiresAt };
}

function tooSlow(): Error {
  return new Unavailable('Your other requests are taking too long. Nothing was started; try again later.', {
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
  });
}
