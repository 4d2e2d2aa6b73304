import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import { ExpiredFiles } from '#libs/media/assets';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { type RemovedTasks, TaskExpiryRepository } from './task-expiry.repository.js';
import { TaskRetention } from './task-retention.js';
import { TasksExpired } from '../task.events.js';

const DATED_AT_A_TIME = 5_000;
/** Between the first start with a retention and the expiry of older tasks. */
const NOTICE_MS = 24 * 60 * 60 * 1000;

/** Removes the data of expired tasks. Their rows stay, so that a caller learns that they existed. */
@Injectable()
export class TaskExpiry {
  constructor(
    private readonly tasks: TaskExpiryRepository,
    private readonly retention: TaskRetention,
    private readonly files: ExpiredFiles,
    private readonly transactions: TransactionRunner,
    private readonly events: DomainEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * Expires due tasks, at most `limit`, each with everything that belongs to it. Files are removed after the
   * transaction; after a crash, the rest is removed a little later.
   * @returns How many.
   */
  async expireDue(limit: number): Promise<number> {
    return this.expire((scope) => this.tasks.expire(scope, limit));
  }

  /**
   * Expires tasks that ended before, like `expireDue`.
   * @returns How many.
   */
  async removeNext(removed: RemovedTasks, limit: number): Promise<number> {
    return this.expire((scope) => this.tasks.remove(scope, removed, limit));
  }

  private async expire(empty: (scope: TransactionScope) => Promise<string[]>): Promise<number> {
    const { ids, files } = await this.transactions.run(async (scope) => {
      const ids = await empty(scope);
      if (ids.length === 0) return { ids, files: [] };
      await this.events.publish(scope, new TasksExpired(ids));
      return { ids, files: await this.files.hide(scope, ids) };
    });
    await this.files.remove(files);
    return ids.length;
  }

  /** Gives an expiry to tasks that ended before a retention was set: by the setting, but in a day at the earliest. */
  async dateKept(signal: AbortSignal): Promise<void> {
    const retentionHours = this.retention.usualHours;
    if (retentionHours === null) return;
    const dates = { retentionHours, earliest: this.clock.in(NOTICE_MS) };
    let afterId: string | undefined = NIL;
    while (afterId !== undefined && !signal.aborted)
      afterId = await this.tasks.dateKept(NO_TRANSACTION, afterId, dates, DATED_AT_A_TIME);
  }
}
