import { Injectable } from '@nestjs/common';
import { lowestIdAt, Repository, type StatementScope } from '#libs/platform/database';

/** How many wait, counted up to a bound, and the id of the first and of the last. */
export type WaitingIds = { count: number; first: string | null; last: string | null };

export type FailingEndpoint = { id: string; userId: string; url: string; since: Date; isDisabled: boolean };

const COUNTED_MAX = 1_000;
const ENDPOINTS_SHOWN = 5;
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

  /** Deliveries to callback addresses, made since then and given up; `last` is the task of the last. */
  async failedDeliveries(scope: StatementScope, since: Date): Promise<WaitingIds> {
    return this.waiting(
      scope,
      `select id, task_id from webhook_deliveries where status = 'failed' and endpoint_id is null and id >= $2`,
      'task_id',
      lowestIdAt(since),
    );
  }

  /** Endpoints whose every attempt fails, or that were switched off for that since then; the longest first. */
  async failingEndpoints(scope: StatementScope, since: Date): Promise<FailingEndpoint[]> {
    return this.rows<FailingEndpoint>(
      scope,
      `select id, user_id, url, coalesce(disabled_at, failing_since) as since, disabled_at is not null as is_disabled
       from webhook_endpoints
       where (failing_since is not null and disabled_at is null)
         or (disabled_reason in ('failing', 'gone') and disabled_at >= $1)
       order by 4 limit $2`,
      [since, ENDPOINTS_SHOWN],
    );
  }

  private async waiting(
    scope: StatementScope,
    sql: string,
    last = 'id',
    ...values: unknown[]
  ): Promise<WaitingIds> {
    const row = await this.row<WaitingIds>(
      scope,
      `with waiting as materialized (${sql} order by id limit $1)
       select count(*)::int as count, (array_agg(id order by id))[1] as first,
         (array_agg(${last} order by id desc))[1] as last from waiting`,
      [COUNTED_MAX, ...values],
    );
    return row ?? { count: 0, first: null, last: null };
  }
}
