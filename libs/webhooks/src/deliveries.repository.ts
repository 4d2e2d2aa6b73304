import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import { WebhookAttempt, WebhookDelivery } from './webhook.entity.js';

/** A delivery together with its attempts, oldest first. */
export type DeliveryWithAttempts = WebhookDelivery & { attempts: WebhookAttempt[] };

/** Every query of the tables `webhook_deliveries` and `webhook_attempts`. */
@Injectable()
export class DeliveriesRepository extends Repository {
  async insert(scope: TransactionScope, delivery: WebhookDelivery): Promise<void> {
    await this.manager(scope).insert(WebhookDelivery, delivery);
  }

  async find(scope: StatementScope, id: string): Promise<WebhookDelivery | undefined> {
    return this.row<WebhookDelivery>(scope, 'select * from webhook_deliveries where id = $1', [id]);
  }

  /** The task's next delivery: the oldest that is neither received nor given up. */
  async findNext(scope: StatementScope, taskId: string): Promise<WebhookDelivery | undefined> {
    return this.row<WebhookDelivery>(
      scope,
      `select * from webhook_deliveries where task_id = $1 and status = 'pending' order by seq limit 1`,
      [taskId],
    );
  }

  async listOfTask(scope: StatementScope, taskId: string): Promise<DeliveryWithAttempts[]> {
    const [deliveries, attempts] = await Promise.all([
      this.rows<WebhookDelivery>(scope, 'select * from webhook_deliveries where task_id = $1 order by seq', [
        taskId,
      ]),
      this.rows<WebhookAttempt>(
        scope,
        `select a.* from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
          where d.task_id = $1 order by a.started_at, a.id`,
        [taskId],
      ),
    ]);
    const byDelivery = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
    return deliveries.map((delivery) => ({ ...delivery, attempts: byDelivery.get(delivery.id) ?? [] }));
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
   * The next delivery of tasks where it is overdue since `before`, at most `limit`.
   * @param afterTaskId The last task of the page before.
   */
  async listOverdue(
    scope: StatementScope,
    before: Date,
    limit: number,
    afterTaskId?: string,
  ): Promise<{ taskId: string }[]> {
    return this.rows(
      scope,
      `select * from (
         select distinct on (task_id) task_id, next_attempt_at from webhook_deliveries
         where status = 'pending' and ($3::uuid is null or task_id > $3) order by task_id, seq
       ) head where next_attempt_at <= $1 order by task_id limit $2`,
      [before, limit, afterTaskId ?? null],
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

  /** Whether the task's receiver has said once that it is gone for good. */
  async isGone(scope: StatementScope, taskId: string): Promise<boolean> {
    return this.hasRow(
      scope,
      `select 1 from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
        where d.task_id = $1 and a.response_status = 410 limit 1`,
      [taskId],
    );
  }

  /** Gives up whatever of the task still waits: its receiver is gone for good. */
  async giveUpTask(scope: TransactionScope, taskId: string): Promise<void> {
    await this.rows(
      scope,
      `update webhook_deliveries set status = 'failed', next_attempt_at = null
        where task_id = $1 and status = 'pending'`,
      [taskId],
    );
  }
}
