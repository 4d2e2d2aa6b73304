import { TransactionRunner } from '#libs/platform/database';
import { done, type Job, JobHandler, type JobOutcome } from '#libs/platform/queue';
import { ShopListsRepository } from './shop-lists.repository.js';

/** Derives from all nodes which of them rise, and which depend on which Python packages. */
@JobHandler({ name: 'nodes.refresh-shop-lists', maxAttempts: 3, concurrency: 1, every: '15m' })
export class RefreshShopListsJob implements Job<object> {
  constructor(
    private readonly lists: ShopListsRepository,
    private readonly transactions: TransactionRunner,
  ) {}

  async run(): Promise<JobOutcome> {
    await this.transactions.run((scope) => this.lists.refreshRising(scope));
    await this.transactions.run((scope) => this.lists.refreshDependencies(scope));
    return done();
  }
}
