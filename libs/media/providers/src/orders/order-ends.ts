import { Injectable } from '@nestjs/common';
import { Ledger } from '#libs/accounts/ledger';
import { TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { costOf, type UpstreamOptions } from '../terms/upstream-options.js';
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

  /** Records that the vendor did the work. @param said What it bills, if it says; else what the settings say. */
  async succeed(order: VendorOrder, said: number | undefined, options: UpstreamOptions): Promise<void> {
    if (order.state === 'ended') return;
    const credits = said ?? costOf(options, order.kind);
    await this.transactions.run((scope) => this.end(scope, order, 'succeeded', credits));
  }

  /** Records that the vendor could not do the work. @param said What it bills for that, if it says. */
  async fail(order: VendorOrder, said: number | undefined): Promise<void> {
    if (order.state === 'ended') return;
    await this.transactions.run((scope) => this.end(scope, order, 'failed', said));
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
