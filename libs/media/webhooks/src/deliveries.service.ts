import { Injectable, type OnModuleInit } from '@nestjs/common';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import type { Principal } from '#libs/platform/http';
import { JobQueue } from '#libs/platform/queue';
import {
  type DeliveryResponse,
  type Task,
  TaskDeliveries,
  TaskNotFound,
  TasksExpired,
  TasksService,
} from '#libs/media/work';
import { type RedeliveryResponse, shownDelivery } from './dto/delivery.response.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { RedeliverWebhookJob } from './jobs/redeliver-webhook.job.js';
import type { WebhookDelivery } from './webhook.entity.js';
import { DeliveryNotFound } from './webhook.errors.js';

@Injectable()
export class DeliveriesService implements OnModuleInit {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly tasks: TasksService,
    private readonly shown: TaskDeliveries,
    private readonly events: DomainEvents,
    private readonly queue: JobQueue,
    private readonly transactions: TransactionRunner,
  ) {}

  onModuleInit(): void {
    this.shown.register(async (task) =>
      (await this.listOfTask(task)).filter(({ endpoint_id }) => endpoint_id === null),
    );
    this.events.subscribe(TasksExpired, ({ taskIds }, scope) =>
      this.deliveries.deleteOfTasks(scope, taskIds),
    );
  }

  /** To the task's callback address, and to the endpoints of its user. */
  async listOfTask({ id }: Task): Promise<DeliveryResponse[]> {
    return (await this.deliveries.listOfTask(NO_TRANSACTION, id)).map(shownDelivery);
  }

  /**
   * Sends a delivery again, at once and with the same `webhook-id`, whatever its status.
   * @throws DeliveryNotFound when it is absent or its task is not visible to the caller.
   */
  async redeliver(principal: Principal | undefined, id: string): Promise<RedeliveryResponse> {
    const delivery = await this.deliveries.find(NO_TRANSACTION, id);
    if (!delivery) throw new DeliveryNotFound();
    await this.requireVisible(principal, delivery);
    await this.transactions.run((scope) =>
      this.queue.enqueue(scope, RedeliverWebhookJob, { deliveryId: id }),
    );
    return { id: delivery.id };
  }

  /** A caller that may see a task may see its deliveries; messages about an endpoint are visible to its owner only. */
  private async requireVisible(
    principal: Principal | undefined,
    { taskId, userId }: WebhookDelivery,
  ): Promise<void> {
    if (taskId === null) {
      if (principal?.userId !== userId || !principal?.scopes.includes('media')) throw new DeliveryNotFound();
      return;
    }
    try {
      await this.tasks.requireVisible(principal, taskId);
    } catch (error) {
      throw error instanceof TaskNotFound ? new DeliveryNotFound() : error;
    }
  }
}
