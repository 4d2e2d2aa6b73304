import { done, type Job, JobHandler, type JobOutcome } from '#libs/platform/queue';
import { NodeSearch } from '../node-search.js';

/**
 * Keeps the search fast as the catalogue changes: updates the planner's statistics, how common each word is, and the ranges
 * of best-ranked nodes. No result depends on it.
 */
@JobHandler({
  name: 'nodes.maintain-search',
  maxAttempts: 3,
  concurrency: 1,
  every: '1d',
})
export class MaintainSearchJob implements Job<object> {
  constructor(private readonly search: NodeSearch) {}

  async run(): Promise<JobOutcome> {
    await this.search.maintain();
    return done();
  }
}
