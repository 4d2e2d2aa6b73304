import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { done, type Job, JobHandler, type JobOutcome, type JobRun } from '#libs/platform/queue';
import { NodeIndexRepository } from '../node-index.repository.js';
import { NodesRepository } from '../nodes.repository.js';

const BATCH = 100;

/**
 * Updates the ranks by which the search orders its results to downloads, ratings and age. A download alone does not update
 * the rank, because each new rank is written to every index of the search.
 */
@JobHandler({
  name: 'nodes.refresh-search-ranks',
  maxAttempts: 3,
  concurrency: 1,
  every: '15m',
})
export class RefreshSearchRanksJob implements Job<object> {
  constructor(
    private readonly nodes: NodesRepository,
    private readonly index: NodeIndexRepository,
    private readonly transactions: TransactionRunner,
  ) {}

  async run(_: object, { signal }: Pick<JobRun, 'signal'>): Promise<JobOutcome> {
    for (let after: string | undefined = ''; after !== undefined && !signal.aborted;) {
      const { stale, last } = await this.index.listStaleRanks(NO_TRANSACTION, after);
      await this.refresh(stale, signal);
      after = last;
    }
    return done();
  }
  private async refresh(stale: readonly string[], signal: AbortSignal): Promise<void> {
    for (let start = 0; start < stale.length && !signal.aborted; start += BATCH) {
      const ids = stale.slice(start, start + BATCH);
      await this.transactions.run(async (scope) => {
        await this.nodes.holdMany(scope, ids);
        await this.index.refresh(scope, ids);
      });
    }
  }
}
