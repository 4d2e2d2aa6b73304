import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION, type TransactionScope } from '#libs/platform/database';
import { type Task, TaskChanges, TaskNotUncertain } from '#libs/media/work';
import { MediaProviders } from '../choice/media-providers.js';
import { OrderEnds } from './order-ends.js';
import { OrderResumption } from './order-resumption.js';
import { inCurrency } from '../terms/vendor-cost.js';
import type { VendorOrder } from './vendor-order.entity.js';
import { VendorOrdersRepository } from './vendor-orders.repository.js';
import { LOST_RESULT } from '../upstream/upstream-failure.js';
import { OrderNotFetched } from '../choice/providers.errors.js';

/** What an admin has found out about the order of an uncertain task. */
export type Resolution =
  /** The vendor has it under this id: its result will be fetched. */
  | { kind: 'found'; vendorId: string }
  /** The vendor did it for this much, as it bills, but its result is lost. */
  | { kind: 'lost'; credits: number }
  /** The vendor never did it. */
  | { kind: 'not_taken' };

const NOT_DONE = {
  errorCode: 'upstream_not_done',
  errorMessage: 'The provider did not do the work. The task costs nothing; order it again.',
};

/** Settles uncertain tasks by what an admin has found out, and lists their orders. */
@Injectable()
export class OrderResolutions {
  constructor(
    private readonly orders: VendorOrdersRepository,
    private readonly ends: OrderEnds,
    private readonly providers: MediaProviders,
    private readonly tasks: TaskChanges,
    private readonly resumption: OrderResumption,
  ) {}

  async listOrders(tasks: readonly Task[]): Promise<Map<string, VendorOrder[]>> {
    const orders = await this.orders.listOfTasks(
      NO_TRANSACTION,
      tasks.map(({ id }) => id),
    );
    return Map.groupBy(orders, ({ taskId }) => taskId);
  }

  /**
   * Ends or resumes an uncertain task, in the transaction that records the admin's decision.
   * @returns The task as it is then.
   * @throws TaskNotUncertain; OrderNotFetched for a stream or a vendor that is no longer in use.
   */
  async resolve(scope: TransactionScope, taskId: string, resolution: Resolution): Promise<Task> {
    const order = await this.orders.lock(scope, taskId);
    if (!order) throw new TaskNotUncertain();
    if (resolution.kind === 'found') return this.fetch(scope, order, resolution.vendorId);
    const isLost = resolution.kind === 'lost';
    const money = this.providers.moneyOf(order.vendor);
    if (isLost) await this.ends.end(scope, order, 'succeeded', inCurrency(money, resolution.credits));
    else await this.ends.end(scope, order, 'not_taken');
    return this.tasks.failUncertain(scope, taskId, isLost ? LOST_RESULT : NOT_DONE);
  }

  private async fetch(scope: TransactionScope, order: VendorOrder, vendorId: string): Promise<Task> {
    const provider = this.providers.find({ kind: order.kind, provider: order.vendor });
    if (!provider?.vendorTask || !provider.client) throw new OrderNotFetched();
    const { deadlineSeconds } = provider.client.options;
    return this.resumption.resume(scope, order, provider, deadlineSeconds, vendorId);
  }
}
