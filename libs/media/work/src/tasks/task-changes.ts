import { Injectable } from '@nestjs/common';
import { AssetsService } from '#libs/media/assets';
import { Ledger } from '#libs/accounts/ledger';
import { Clock } from '#libs/platform/clock';
import {
  DatabaseNotifications,
  NO_TRANSACTION,
  type StatementScope,
  TransactionRunner,
  type TransactionScope,
} from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { OwnRounds } from '#libs/platform/runtime';
import {
  type StatusWithoutResult,
  type TaskChange,
  TaskChangesRepository,
} from './task-changes.repository.js';
import type { Task } from './task.entity.js';
import { TaskEnded, TaskNotFound, TaskNotUncertain, TaskUncertain } from './task.errors.js';
import { countBegin, countEnd, countUncertain } from './task-metrics.js';
import { isTerminal, type TaskStatus } from './task-status.js';
import { TasksRepository } from './tasks.repository.js';
import { TaskDeleted, TaskStatusChanged } from './task.events.js';

/** Payload: the task's id and its new status. Sent after each change of a task's status. */
export const TASK_CHANGED_CHANNEL = 'task_changed';
/** Payload: the task's id. Sent when its progress rises. */
export const TASK_PROGRESS_CHANNEL = 'task_progress';
/** How long the inputs of an ended task are kept for questions about it. */
export const INPUT_RETENTION_MS = 24 * 60 * 60 * 1000;
/** Shorter, to make room for more inputs of callers without a token. */
const ANONYMOUS_INPUT_RETENTION_MS = 10 * 60 * 1000;

type CanceledTask = Pick<Task, 'id' | 'userId'>;
type Canceled = { id: string; errorMessage: string };

/** Changes existing tasks, on behalf of a run, their caller, an admin or a vendor. `TaskEnds` ends successful ones. */
@Injectable()
export class TaskChanges {
  /** Cancels of one user run one at a time, as each may hold its connection while it waits for the user's account. */
  private readonly cancels = new OwnRounds(
    (all: readonly Canceled[]) =>
      Promise.allSettled(
        all.map(({ id, errorMessage }) =>
          this.changeStatus(id, 'canceled', { errorCode: 'canceled', errorMessage }),
        ),
      ),
    { items: 1, rounds: 1 },
  );

  constructor(
    private readonly tasks: TasksRepository,
    private readonly changes: TaskChangesRepository,
    private readonly assets: AssetsService,
    private readonly ledger: Ledger,
    private readonly transactions: TransactionRunner,
    private readonly events: DomainEvents,
    private readonly notifications: DatabaseNotifications,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins the next run of the work on a task.
   * @returns The task with the number of its run; undefined when it has ended.
   */
  async beginRun(id: string): Promise<Task | undefined> {
    const begun = await this.transactions.run(async (scope) => {
      const begun = await this.changes.beginRun(scope, id);
      if (begun?.isNewStatus) await this.record(scope, begun.task);
      return begun;
    });
    if (begun?.isNewStatus) countBegin(begun.task);
    return begun?.task;
  }

  /**
   * Ends a task without a result, or makes it uncertain, with its event and whatever subscribers add, in one
   * transaction.
   * @returns The changed task, or undefined when it has ended meanwhile.
   */
  async changeStatus(id: string, to: StatusWithoutResult, change: TaskChange): Promise<Task | undefined> {
    const changed = await this.transactions.run((scope) => this.changeWithin(scope, id, to, change));
    if (changed) (isTerminal(to) ? countEnd : countUncertain)(changed);
    return changed;
  }

  /**
   * Ends an uncertain task as failed, in the transaction that records why.
   * @throws TaskNotUncertain
   */
  async failUncertain(scope: TransactionScope, id: string, change: TaskChange): Promise<Task> {
    const task = await this.changeWithin(scope, id, 'failed', { ...change, from: 'uncertain' });
    if (!task) throw new TaskNotUncertain();
    countEnd(task);
    return task;
  }

  /**
   * Puts an uncertain task back in work; the caller adds its job.
   * @throws TaskNotUncertain
   */
  async resume(scope: TransactionScope, id: string): Promise<Task> {
    const task = await this.changes.resume(scope, id);
    if (!task) throw new TaskNotUncertain();
    await this.record(scope, task, 'uncertain');
    return task;
  }

  /** Gives the task to another provider, if its present one is unchanged. */
  async changeProvider(
    scope: TransactionScope,
    task: Pick<Task, 'id' | 'provider'>,
    provider: string,
  ): Promise<void> {
    await this.changes.setProvider(scope, task, provider);
  }

  /** Records the progress of a run; lower values than before are ignored. */
  async setProgress(task: Pick<Task, 'id' | 'run'>, progress: number): Promise<void> {
    const percent = Math.min(99, Math.round(progress));
    await this.changes.setProgress(NO_TRANSACTION, task, percent, TASK_PROGRESS_CHANNEL);
  }

  /**
   * Ends the task before its work is done; running work is aborted.
   * @throws TaskEnded when it has ended already, TaskUncertain.
   */
  async cancel({ id, userId }: CanceledTask): Promise<Task> {
    const errorMessage = 'The task was canceled by its caller.';
    const task = await this.cancels.do(`${userId}`, { id, errorMessage });
    if (!task) throw await this.whyNotCanceled(id);
    return task;
  }

  /**
   * Cancels the task if it is running, then removes its files and everything its caller sent.
   * @throws TaskUncertain
   */
  async delete({ id, userId }: CanceledTask): Promise<void> {
    await this.cancels.do(`${userId}`, { id, errorMessage: 'The task was deleted.' });
    const files = await this.transactions.run(async (scope) => {
      if (!(await this.changes.markDeleted(scope, id)))
        throw (await this.isUncertain(scope, id)) ? new TaskUncertain() : new TaskNotFound();
      await this.events.publish(scope, new TaskDeleted(id));
      return this.assets.hideOfTask(scope, id);
    });
    await this.assets.remove(files);
  }

  private async changeWithin(
    scope: TransactionScope,
    id: string,
    to: StatusWithoutResult,
    change: TaskChange,
  ): Promise<Task | undefined> {
    const task = await this.changes.changeStatus(scope, id, to, change);
    if (!task) return undefined;
    // An uncertain task may still need its inputs, and its credits stay held.
    if (isTerminal(to)) {
      const ended = { taskId: id, outputIds: [], inputsUntil: inputsUntil(this.clock, task) };
      await this.assets.keepOutputs(scope, [ended]);
      await this.ledger.release(scope, [{ taskId: id, provider: task.provider }]);
    }
    await this.record(scope, task, to === 'uncertain' ? 'processing' : undefined);
    return task;
  }

  private async whyNotCanceled(id: string): Promise<Error> {
    return (await this.isUncertain(NO_TRANSACTION, id)) ? new TaskUncertain() : new TaskEnded();
  }

  private async isUncertain(scope: StatementScope, id: string): Promise<boolean> {
    return (await this.tasks.find(scope, id))?.status === 'uncertain';
  }

  private async record(scope: TransactionScope, task: Task, before?: TaskStatus): Promise<void> {
    const event = await this.changes.appendEvent(scope, task);
    this.notifications.ring(scope, TASK_CHANGED_CHANNEL, `${task.id} ${task.status}`);
    await this.events.publish(scope, new TaskStatusChanged(task, event, [], before));
  }
}

/** When the inputs of a task that ends now may be removed. */
export function inputsUntil(clock: Clock, { userId }: Task): Date {
  return clock.in(userId === null ? ANONYMOUS_INPUT_RETENTION_MS : INPUT_RETENTION_MS);
}
