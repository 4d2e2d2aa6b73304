import { Injectable } from '@nestjs/common';
import { lowestIdAt, Repository, type StatementScope } from '#libs/platform/database';

export type FailingEndpoint = { id: string; userId: string; url: string; since: Date; isDisabled: boolean };

/** How many, counted up to a bound; the id of the first, and the task of the last. */
export type FailedDeliveries = { count: number; first: string | null; lastTask: string | null };

const COUNTED_MAX = 1_000;
const ENDPOINTS_SHOWN = 5;

/** What does not reach its receiver, for admins. */
@Injectable()
export class WebhookFailuresRepository extends Repository {
  /** Deliveries to callback addresses, made since then and given up. */
  async deliveries(scope: StatementScope, since: Date): Promise<FailedDeliveries> {
    const row = await this.row<FailedDeliveries>(
      scope,
      `with failed as materialized (
         select id, task_id from webhook_deliveries
         where status = 'failed' and endpoint_id is null and id >= $1 order by id limit $2
       )
       select count(*)::int as count, (array_agg(id order by id))[1] as first,
         (array_agg(task_id order by id desc))[1] as last_task from failed`,
      [lowestIdAt(since), COUNTED_MAX],
    );
    return row ?? { count: 0, first: null, lastTask: null };
  }

  /** Endpoints whose every attempt fails, or that were switched off for that since then; the longest first. */
  async endpoints(scope: StatementScope, since: Date): Promise<FailingEndpoint[]> {
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
}
