import { Injectable } from '@nestjs/common';
import {
  columnsJson,
  PLANNED_FOR_VALUES,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import type { DeliveryStatus } from '#libs/media/work';
import { WebhookAttempt, WebhookDelivery } from './webhook.entity.js';

/** A delivery as a list shows it. */
type ListedDelivery = WebhookDelivery & {
  /** Another one of its chain goes first. */
  waitsForEarlier: boolean;
};
/** A delivery together with its attempts, oldest first. */
export type DeliveryWithAttempts = ListedDelivery & { attempts: WebhookAttempt[] };

const LISTED = `d.*, d.status = 'pending' and exists (
  select 1 from webhook_deliveries e where e.chain_id = d.chain_id and e.seq < d.seq and e.status = 'pending'
) as waits_for_earlier`;

/** Which deliveries of an endpoint to list. */
export type EndpointFilter = {
  endpointId: string;
  status?: DeliveryStatus | undefined;
  /** Only those older than this one. */
  beforeId?: string | undefined;
  limit: number;
};

/** Deliveries that go out in order, by the id of their chain. */
export type Chain = Pick<WebhookDelivery, 'chainId' | 'taskId' | 'endpointId'>;

/** Every query of the tables `webhook_deliveries` and `webhook_attempts`. */
@Injectable()
export class DeliveriesRepository extends Repository {
  /** Leaves out those whose place in their chain is taken. */
  async insert(scope: TransactionScope, deliveries: readonly WebhookDelivery[]): Promise<void> {
    await this.rows(
      scope,
      `insert into webhook_deliveries select * from jsonb_populate_recordset(null::webhook_deliveries, $1)
       on conflict (chain_id, seq) do nothing`,
      [columnsJson(deliveries)],
    );
  }

  /** Newest first. */
  async listOfEndpoint(
    scope: StatementScope,
    { endpointId, status, beforeId, limit }: EndpointFilter,
  ): Promise<DeliveryWithAttempts[]> {
    return this.withAttempts(
      scope,
      await this.rows<ListedDelivery>(
        scope,
        `${PLANNED_FOR_VALUES}select ${LISTED} from webhook_deliveries d
          where endpoint_id = $1 and ($2::text is null or status = $2) and ($3::uuid is null or id < $3)
          order by id desc limit $4`,
        [endpointId, status ?? null, beforeId ?? null, limit],
      ),
    );
  }

  async find(scope: StatementScope, id: string): Promise<WebhookDelivery | undefined> {
    return this.row<WebhookDelivery>(scope, 'select * from webhook_deliveries where id = $1', [id]);
  }

  /** The next delivery of a chain: the oldest that is neither received nor given up. */
  async findNext(scope: StatementScope, chainId: string): Promise<WebhookDelivery | undefined> {
    return this.row<WebhookDelivery>(
      scope,
      `select * from webhook_deliveries where chain_id = $1 and status = 'pending' order by seq limit 1`,
      [chainId],
    );
  }

  /** To the callback address of the task, and then to each endpoint. */
  async listOfTask(scope: StatementScope, taskId: string): Promise<DeliveryWithAttempts[]> {
    return this.withAttempts(
      scope,
      await this.rows<ListedDelivery>(
        scope,
        `select ${LISTED} from webhook_deliveries d where task_id = $1 order by endpoint_id nulls first, seq`,
        [taskId],
      ),
    );
  }

  async insertAttempt(scope: TransactionScope, attempt: WebhookAttempt): Promise<void> {
    await this.manager(scope).insert(WebhookAttempt, attempt);
  }

  /**
   * Counts an attempt and takes its outcome over. A delivery that was received stays so; one that was not is changed only
   * as long as it waits for the very attempt that `planned` names: a worker that was taken for dead may come back with
   * the outcome of an attempt that others have overtaken.
   */
  async settle(
    scope: TransactionScope,
    planned: Pick<WebhookDelivery, 'id' | 'nextAttemptAt'>,
    { status, nextAttemptAt }: Pick<WebhookDelivery, 'status' | 'nextAttemptAt'>,
  ): Promise<void> {
    await this.rows(
      scope,
      `update webhook_deliveries d set attempt_count = d.attempt_count + 1,
         status = case when o.holds then $2 else d.status end,
         next_attempt_at = case when o.holds then $3::timestamptz else d.next_attempt_at end
       from (
         select id, $2 = 'delivered' or (
           status = 'pending' and date_trunc('milliseconds', next_attempt_at) = $4::timestamptz
         ) as holds from webhook_deliveries where id = $1 for update
       ) o where d.id = o.id`,
      [planned.id, status, nextAttemptAt, planned.nextAttemptAt],
    );
  }

  /** Counts an attempt that changes nothing else. */
  async countAttempt(scope: TransactionScope, id: string): Promise<void> {
    await this.rows(scope, 'update webhook_deliveries set attempt_count = attempt_count + 1 where id = $1', [
      id,
    ]);
  }

  /**
   * The next delivery of chains where it is overdue since `before`, at most `limit`.
   * @param afterChainId The last chain of the page before.
   */
  async listOverdue(
    scope: StatementScope,
    before: Date,
    limit: number,
    afterChainId?: string,
  ): Promise<Chain[]> {
    return this.rows(
      scope,
      `select * from (
         select distinct on (chain_id) chain_id, task_id, endpoint_id, next_attempt_at from webhook_deliveries
         where status = 'pending' and ($3::uuid is null or chain_id > $3) order by chain_id, seq
       ) head where next_attempt_at <= $1 order by chain_id limit $2`,
      [before, limit, afterChainId ?? null],
    );
  }

  /** How many wait in all, and since how long the oldest does. */
  async countPending(scope: StatementScope): Promise<{ count: number; oldestSeconds: number }> {
    const found = await this.row<{ count: number; oldestSeconds: number }>(
      scope,
      `select count(*)::int as count,
         coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest_seconds
       from webhook_deliveries where status = 'pending'`,
    );
    return found ?? { count: 0, oldestSeconds: 0 };
  }

  /** Whether nothing more of the chain is to be sent: its callback address is gone for good, or its endpoint is off. */
  async isOver(scope: StatementScope, chainId: string): Promise<boolean> {
    return this.hasRow(
      scope,
      `select 1 from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
        where d.chain_id = $1 and a.response_status = 410 and d.endpoint_id is null
       union all
       select 1 from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
        where d.chain_id = $1 and e.disabled_at is not null limit 1`,
      [chainId],
    );
  }

  /** Removes the deliveries of tasks, with their attempts. */
  async deleteOfTasks(scope: TransactionScope, taskIds: readonly string[]): Promise<void> {
    await this.rows(scope, 'delete from webhook_deliveries where task_id = any($1)', [taskIds]);
  }

  /** Gives up whatever of the chain still waits. */
  async giveUpChain(scope: TransactionScope, chainId: string): Promise<void> {
    await this.rows(
      scope,
      `update webhook_deliveries set status = 'failed', next_attempt_at = null
        where chain_id = $1 and status = 'pending'`,
      [chainId],
    );
  }

  /** Gives up whatever waits for the endpoint. */
  async giveUpEndpoint(scope: TransactionScope, endpointId: string): Promise<void> {
    await this.rows(
      scope,
      `update webhook_deliveries set status = 'failed', next_attempt_at = null
        where endpoint_id = $1 and status = 'pending'`,
      [endpointId],
    );
  }

  /**
   * Makes deliveries wait anew, with all their retries; those that are in the places of these.
   * @returns The chains in which one waits now.
   */
  async sendAgain(
    scope: TransactionScope,
    places: readonly Pick<WebhookDelivery, 'chainId' | 'seq'>[],
    undeliveredOnly: boolean,
  ): Promise<Chain[]> {
    return this.rows<Chain>(
      scope,
      `with again as (
         update webhook_deliveries d set status = 'pending', attempt_count = 0, next_attempt_at = $3
         from unnest($1::uuid[], $2::int[]) as p(chain_id, seq)
         where d.chain_id = p.chain_id and d.seq = p.seq and (not $4 or d.status <> 'delivered')
         returning d.chain_id, d.task_id, d.endpoint_id
       ) select distinct * from again`,
      [places.map(({ chainId }) => chainId), places.map(({ seq }) => seq), this.clock.now(), undeliveredOnly],
    );
  }

  private async withAttempts(
    scope: StatementScope,
    deliveries: readonly ListedDelivery[],
  ): Promise<DeliveryWithAttempts[]> {
    if (deliveries.length === 0) return [];
    const attempts = await this.rows<WebhookAttempt>(
      scope,
      'select * from webhook_attempts where delivery_id = any($1) order by started_at, id',
      [deliveries.map(({ id }) => id)],
    );
    const byDelivery = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
    return deliveries.map((delivery) => ({ ...delivery, attempts: byDelivery.get(delivery.id) ?? [] }));
  }
}
