import { Injectable } from '@nestjs/common';
import { Ledger } from '#libs/accounts/ledger';
import { TransactionRunner, type TransactionScope } from '#libs/platform/database';
import type { OrderOutcome, VendorOrder } from './vendor-order.entity.js';
import { type BilledOrder, VendorOrdersRepository } from './vendor-orders.repository.js';

/** Records the outcome and the cost of orders, once each. */
@Injectable()
export class OrderEnds {
  constructor(
    private readonly orders: VendorOrdersRepository,
    private readonly ledger: Ledger,
    private readonly transactions: TransactionRunner,
  ) {}

  /** Records that the vendor did the work. @param cost In the currency of its books, if known by now. */
  async succeed(order: VendorOrder, cost: number | undefined): Promise<void> {
    if (order.state === 'ended') return;
    await this.transactions.run((scope) => this.end(scope, order, 'succeeded', cost));
  }

  /** Records that the vendor could not do the work. @param cost In the currency of its books, if it bills that. */
  async fail(order: VendorOrder, cost: number | undefined): Promise<void> {
    if (order.state === 'ended') return;
    await this.transactions.run((scope) => this.end(scope, order, 'failed', cost));
  }

  /** Books the cost of work that succeeded, unless one is known. */
  async learnCost({ vendor, reference, taskId }: VendorOrder, cost: number): Promise<void> {
    const billed = [{ reference, taskId, credits: cost }];
    await this.transactions.run(async (scope) => this.learnCosts(scope, vendor, billed));
  }

  /** Records the outcome of an order, and books its cost if that is known and not zero. */
  async end(
    scope: TransactionScope,
    order: VendorOrder,
    outcome: OrderOutcome,
    credits?: number,
  ): Promise<void> {
    const isNew = await this.orders.end(scope, order, outcome, credits ?? null);
    if (!isNew || !credits) return;
    const { vendor, reference: orderKey, taskId } = order;
    await this.ledger.bookVendorCosts(scope, vendor, [{ orderKey, taskId, credits }]);
  }

  /**
   * Books what a vendor bills for orders of ended tasks whose cost is unknown, or that failed.
   * @returns Those that were booked, without those that have become known meanwhile.
   */
  async learnCosts(
    scope: TransactionScope,
    vendor: string,
    billed: readonly BilledOrder[],
  ): Promise<BilledOrder[]> {
    const learned = await this.orders.learnCosts(scope, vendor, billed);
    const costs = learned.map(({ reference, ...cost }) => ({ ...cost, orderKey: reference }));
    await this.ledger.bookVendorCosts(scope, vendor, costs);
    return learned;
  }
}
