import { Injectable, Logger } from '@nestjs/common';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { type Task, TaskChanges } from '#libs/media/work';
import { MediaProviders } from '../choice/media-providers.js';
import type { VendorOrder } from './vendor-order.entity.js';
import { VendorOrdersRepository } from './vendor-orders.repository.js';
import { isContentRefusal } from '../upstream/upstream-failure.js';
import { countMove, outcomeOf } from '../calls/vendor-metrics.js';
import { KeyLimited } from '../upstream/key-limited.js';

/** Moves tasks to another vendor while their own has certainly not accepted them; to each vendor once. */
@Injectable()
export class VendorMoves {
  private readonly logger = new Logger(VendorMoves.name);

  constructor(
    private readonly providers: MediaProviders,
    private readonly orders: VendorOrdersRepository,
    private readonly tasks: TaskChanges,
    private readonly transactions: TransactionRunner,
  ) {}

  /**
   * Called after a submission that certainly made no order. Bad content, or a problem with one of several keys, is no
   * reason to try another vendor.
   * @param order One that is waiting again.
   * @returns Whether another vendor has the task now.
   */
  async moveAfter(error: unknown, task: Task, order: VendorOrder): Promise<boolean> {
    const isOfVendor = !isContentRefusal(error) && !(error instanceof KeyLimited);
    return isOfVendor && this.move(task, order, outcomeOf(error));
  }

  /** Called before anything is ordered from a vendor that accepts nothing new. */
  async moveFromDrained(task: Task, order: VendorOrder): Promise<boolean> {
    return order.state === 'waiting' && this.providers.isDrained(task) && this.move(task, order, 'drained');
  }

  private async move(task: Task, order: VendorOrder, reason: string): Promise<boolean> {
    const attempts = await this.orders.listOfTasks(NO_TRANSACTION, [task.id]);
    const next = this.providers.another(
      task,
      attempts.map(({ vendor }) => vendor),
    );
    if (!next) return false;
    const isMoved = await this.transactions.run(async (scope) => {
      if (!(await this.orders.decline(scope, order))) return false;
      await this.tasks.changeProvider(scope, task, next.name);
      return true;
    });
    if (!isMoved) return false;
    countMove(order.vendor, reason);
    this.logger.warn(
      { taskId: task.id, from: order.vendor, to: next.name, reason },
      'A task goes to another vendor',
    );
    return true;
  }
}
