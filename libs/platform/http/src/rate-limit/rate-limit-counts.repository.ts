import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope } from '#libs/platform/database';

/** Requests of one key in one window. */
export type RateCount = { key: string; count: number };

@Injectable()
export class RateLimitCountsRepository extends Repository {
  /** Adds what one process has seen and returns the totals. Sorted, so that two processes cannot block each other. */
  async add(scope: StatementScope, window: number, counts: readonly RateCount[]): Promise<RateCount[]> {
    const sorted = [...counts].sort((a, b) => (a.key < b.key ? -1 : 1));
    return this.rows<RateCount>(
      scope,
      `insert into rate_limit_counts as c ("window", key, count)
       select $1, * from unnest($2::text[], $3::int[])
       on conflict ("window", key) do update set count = c.count + excluded.count
       returning key, count`,
      [window, sorted.map(({ key }) => key), sorted.map(({ count }) => count)],
    );
  }

  async deleteBefore(scope: StatementScope, window: number): Promise<void> {
    await this.rows(scope, 'delete from rate_limit_counts where "window" < $1', [window]);
  }
}
