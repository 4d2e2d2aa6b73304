import { Injectable } from '@nestjs/common';
import { AssetsService } from '#libs/media/assets';
import { Ledger } from '#libs/accounts/ledger';
import { Clock } from '#libs/platform/clock';
import {
  allStatements,
  DatabaseNotifications,
  SharedRounds,
  type TransactionOptions,
  TransactionRunner,
  type TransactionScope,
} from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { linkedOutputs } from './linked-outputs.js';
import { inputsUntil, TASK_CHANGED_CHANNEL } from './task-changes.js';
import { type EndedTask, type SuccessfulEnd, TaskChangesRepository } from './task-changes.repository.js';
import { countEnd } from './task-metrics.js';
import { TaskStatusChanged } from './task.events.js';

/** Ends finished tasks. Those that end at the same time share a transaction, as in `TaskSubmissions`. */
@Injectable()
export class TaskEnds {
  private readonly rounds = new SharedRounds<SuccessfulEnd, boolean>({
    ownerOf: ({ task }) => `${task.userId}`,
    together: async (all, options) => {
      const ended = await this.end(all, options);
      return new Map(all.map((one) => [one, ended.has(one.task.id)]));
    },
    alone: async (one, options) => (await this.end([one], options)).has(one.task.id),
  });

  constructor(
    private readonly changes: TaskChangesRepository,
    private readonly assets: AssetsService,
    private readonly ledger: Ledger,
    private readonly transactions: TransactionRunner,
    private readonly events: DomainEvents,
    private readonly notifications: DatabaseNotifications,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the end of a task, and keeps its outputs.
   * @returns Whether this call ended it: false when it had already ended, or another run has begun.
   */
  async succeed(work: SuccessfulEnd): Promise<boolean> {
    return this.rounds.do(work);
  }

  private async end(all: readonly SuccessfulEnd[], options: TransactionOptions): Promise<Set<string>> {
    const ended = await this.transactions.run(async (scope) => {
      const ended = await this.changes.succeed(scope, all);
      if (ended.length > 0) await this.record(scope, ended);
      return ended;
    }, options);
    for (const { task } of ended) countEnd(task);
    return new Set(ended.map(({ task }) => task.id));
  }

  private async record(scope: TransactionScope, ended: readonly EndedTask[]): Promise<void> {
    const kept = ended.map(({ task }) => ({
      taskId: task.id,
      outputIds: task.outputs.map(({ assetId }) => assetId),
      inputsUntil: inputsUntil(this.clock, task),
    }));
    const costs = ended.map(({ task: { id: taskId, provider, credits } }) => ({ taskId, provider, credits }));
    const keeping = this.assets.keepOutputs(scope, kept);
    // Last, as it may wait for other transactions of the same user.
    await allStatements([keeping, this.ledger.settle(scope, costs)]);
    const files = Map.groupBy(await keeping, ({ taskId }) => taskId);
    for (const { task, event } of ended) {
      const outputs = linkedOutputs(this.assets, task, files.get(task.id) ?? []);
      await this.events.publish(scope, new TaskStatusChanged(task, event, outputs));
      this.notifications.ring(scope, TASK_CHANGED_CHANNEL, `${task.id} succeeded`);
    }
  }
}
