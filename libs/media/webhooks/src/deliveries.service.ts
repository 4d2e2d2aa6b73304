import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import type { Principal } from '#libs/platform/http';
import { JobQueue } from '#libs/platform/queue';
import {
  type Task,
  TaskKinds,
  TaskNotFound,
  TasksExpired,
  TasksService,
  TaskStatusChanged,
} from '#libs/media/work';
import type { RedeliveryResponse } from './dto/delivery.response.js';
import { DeliveriesRepository, type DeliveryWithAttempts } from './deliveries.repository.js';
import { DeliverWebhooksJob, deliverJob } from './jobs/deliver-webhooks.job.js';
import { RedeliverWebhookJob } from './jobs/redeliver-webhook.job.js';
import type { WebhookDelivery } from './webhook.entity.js';
import { DeliveryNotFound } from './webhook.errors.js';

/** Turns status changes into deliveries and shows what became of them. */
@Injectable()
export class DeliveriesService implements OnModuleInit {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly tasks: TasksService,
    private readonly kinds: TaskKinds,
    private readonly events: DomainEvents,
    private readonly queue: JobQueue,
    private readonly transactions: TransactionRunner,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(TaskStatusChanged, (change, scope) => this.schedule(change, scope));
    this.events.subscribe(TasksExpired, ({ taskIds }, scope) =>
      this.deliveries.deleteOfTasks(scope, taskIds),
    );
  }

  /** To the callback address of the task, and to the endpoints of its user. */
  async listOfTask({ id }: Task): Promise<DeliveryWithAttempts[]> {
    return this.deliveries.listOfTask(NO_TRANSACTION, id);
  }

  /**
   * Sends a delivery once more, at once and with the same `webhook-id`, whatever became of it before.
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

  /** Who may see the task may see what was sent of it; news of an endpoint is its owner's. */
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

  /** The creation of a task is its reply, not a change; every later status is sent, unless its area has the same word for it. */
  private async schedule(
    { task, event, outputs, before }: TaskStatusChanged,
    scope: TransactionScope,
  ): Promise<void> {
    if (task.callbackUrl === null || event.seq === 0) return;
    const kind = this.kinds.require(task.kind);
    if (before && kind.nativeStatus(before) === kind.nativeStatus(task.status)) return;
    const body = kind.notification(task, outputs);
    const delivery: WebhookDelivery = {
      id: uuidv7(),
      chainId: task.id,
      seq: event.seq,
      taskId: task.id,
      endpointId: null,
      type: null,
      userId: task.userId,
      url: task.callbackUrl,
      body: JSON.stringify(body),
      status: 'pending',
      attemptCount: 0,
      nextAttemptAt: this.clock.now(),
      createdAt: this.clock.now(),
    };
    await this.deliveries.insert(scope, [delivery]);
    const { payload, options } = deliverJob(delivery);
    const traceparent = task.traceparent ?? undefined;
    await this.queue.enqueue(scope, DeliverWebhooksJob, payload, { ...options, traceparent });
  }
}
