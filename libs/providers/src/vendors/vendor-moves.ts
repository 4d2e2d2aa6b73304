import { Injectable, Logger } from '@nestjs/common';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { OutboundError } from '#libs/platform/outbound';
import { type Task, TaskChanges } from '#libs/tasks';
import { MediaProviders } from '../media-providers.js';
import type { VendorOrder } from '../orders/vendor-order.entity.js';
import { VendorOrdersRepository } from '../orders/vendor-orders.repository.js';
import { isContentRefusal, isRefusal } from '../upstream-failure.js';
import { countMove, outcomeOf } from '../vendor-metrics.js';
import { KeyLimited } from './key-limited.js';

/** Gives tasks to another vendor while their own has certainly not taken them; to each vendor once. */
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
   * After a call that failed.
   * @param order As it was before the call, and is again where the vendor certainly did not take it.
   * @returns Whether another vendor has the task now.
   */
  async moveAfter(error: unknown, task: Task, order: VendorOrder): Promise<boolean> {
    return order.state === 'waiting' && isNotTaken(error) && this.move(task, order, outcomeOf(error));
  }

  /** Before anything is ordered from a vendor that takes nothing new. */
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

/** Whether no order can have come of a submission, and another vendor may take it: not what is wrong with the order itself. */
function isNotTaken(error: unknown): boolean {
  if (!(error instanceof OutboundError) || error instanceof KeyLimited || error.code === 'aborted')
    return false;
  return !isContentRefusal(error) && (!error.mayHaveArrived || isRefusal(error));
}
