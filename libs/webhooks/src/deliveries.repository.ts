import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Repository, type TransactionScope } from '#libs/platform/database';
import { WebhookAttempt, WebhookDelivery } from './webhook.entity.js';

/** A delivery together with its attempts, oldest first. */
export type DeliveryWithAttempts = WebhookDelivery & { attempts: WebhookAttempt[] };

/** Every query of the tables `webhook_deliveries` and `webhook_attempts`. */
@Injectable()
export class DeliveriesRepository extends Repository {
  constructor(dataSource: DataSource) {
    super(dataSource);
  }

  async insert(scope: TransactionScope, delivery: WebhookDelivery): Promise<void> {
    await this.manager(scope).insert(WebhookDelivery, delivery);
  }

  async find(id: string): Promise<WebhookDelivery | undefined> {
    const [delivery] = await this.rows<WebhookDelivery>(
      'select * from "webhook_deliveries" where "id" = $1',
      [id],
    );
    return delivery;
  }

  /** The task's next delivery: the oldest that is neither received nor given up. */
  async findNext(taskId: string): Promise<WebhookDelivery | undefined> {
    const [delivery] = await this.rows<WebhookDelivery>(
      `select * from "webhook_deliveries" where "taskId" = $1 and "status" = 'pending' order by "seq" limit 1`,
      [taskId],
    );
    return delivery;
  }

  async listOfTask(taskId: string): Promise<DeliveryWithAttempts[]> {
    const [deliveries, attempts] = await Promise.all([
      this.rows<WebhookDelivery>('select * from "webhook_deliveries" where "taskId" = $1 order by "seq"', [
        taskId,
      ]),
      this.rows<WebhookAttempt>(
        `select a.* from "webhook_attempts" a join "webhook_deliveries" d on d."id" = a."deliveryId"
          where d."taskId" = $1 order by a."startedAt", a."id"`,
        [taskId],
      ),
    ]);
    const byDelivery = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
    return deliveries.map((delivery) => ({ ...delivery, attempts: byDelivery.get(delivery.id) ?? [] }));
  }

  async insertAttempt(scope: TransactionScope, attempt: WebhookAttempt): Promise<void> {
    await this.manager(scope).insert(WebhookAttempt, attempt);
  }

  async update(
    scope: TransactionScope,
    id: string,
    change: Pick<WebhookDelivery, 'status' | 'nextAttemptAt' | 'attemptCount'>,
  ): Promise<void> {
    await this.manager(scope).update(WebhookDelivery, { id }, change);
  }

  /** Whether the task's receiver has said once that it is gone for good. */
  async isGone(taskId: string): Promise<boolean> {
    const gone = await this.rows(
      `select 1 from "webhook_attempts" a join "webhook_deliveries" d on d."id" = a."deliveryId"
        where d."taskId" = $1 and a."responseStatus" = 410 limit 1`,
      [taskId],
    );
    return gone.length > 0;
  }

  /** Gives up whatever of the task still waits: its receiver is gone for good. */
  async giveUpTask(scope: TransactionScope, taskId: string): Promise<void> {
    await this.rows(
      `update "webhook_deliveries" set "status" = 'failed', "nextAttemptAt" = null
        where "taskId" = $1 and "status" = 'pending'`,
      [taskId],
      scope,
    );
  }
}
