import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope } from '#libs/platform/database';

/** How many wait, counted up to a bound, and the id of the first. */
export type WaitingIds = { count: number; first: string | null };

const COUNTED_MAX = 1_000;
const READINGS_KEPT = `interval '8 days'`;

/** The readings of the disk, and what waits in tables of others, each found by an index of what is rare. */
@Injectable()
export class OverviewRepository extends Repository {
  async noteFreeSpace(scope: StatementScope, freeBytes: number): Promise<void> {
    await this.rows(
      scope,
      `with old as (delete from disk_readings where read_at < now() - ${READINGS_KEPT})
       insert into disk_readings (free_bytes) values ($1) on conflict do nothing`,
      [freeBytes],
    );
  }

  /** The first reading since then. */
  async freeSpaceSince(
    scope: StatementScope,
    since: Date,
  ): Promise<{ readAt: Date; freeBytes: number } | undefined> {
    return this.row(
      scope,
      `select read_at, free_bytes::float8 as free_bytes from disk_readings where read_at >= $1
       order by read_at limit 1`,
      [since],
    );
  }

  async uncertainTasks(scope: StatementScope): Promise<WaitingIds> {
    return this.waiting(scope, `select id from tasks where status = 'uncertain' and deleted_at is null`);
  }

  async openReports(scope: StatementScope): Promise<WaitingIds> {
    return this.waiting(scope, 'select id from node_reports where verdict is null');
  }

  private async waiting(scope: StatementScope, sql: string): Promise<WaitingIds> {
    const row = await this.row<WaitingIds>(
      scope,
      `with waiting as materialized (${sql} order by id limit $1)
       select count(*)::int as count, (array_agg(id order by id))[1] as first from waiting`,
      [COUNTED_MAX],
    );
    return row ?? { count: 0, first: null };
  }
}
