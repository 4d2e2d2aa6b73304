import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import type { TransactionScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { JobQueue } from '#libs/platform/queue';
import { TaskKinds, TaskStatusChanged } from '#libs/media/work';
import { DeliveriesRepository } from '../deliveries.repository.js';
import { EndpointMessage, TaskMessage } from '../dto/message.response.js';
import { DeliverWebhooksJob, deliverJob } from '../jobs/deliver-webhooks.job.js';
import type { WebhookDelivery } from '../webhook.entity.js';
import { EndpointsRepository } from './endpoints.repository.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** Writes what endpoints are told: every change of their users' tasks that they want to hear of, and news of endpoints. */
@Injectable()
export class EndpointMessages implements OnModuleInit {
  private readonly noted = new WeakMap<TransactionScope, TaskStatusChanged[]>();

  constructor(
    private readonly endpoints: EndpointsRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly kinds: TaskKinds,
    private readonly events: DomainEvents,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(TaskStatusChanged, async (change, scope) => this.note(scope, change));
  }

  /** Tells these endpoints, at once and in its own chain, about an endpoint. @returns The ids of the deliveries. */
  async tellOf(
    scope: TransactionScope,
    type: EndpointMessage['type'],
    about: WebhookEndpoint,
    receivers: readonly WebhookEndpoint[],
  ): Promise<string[]> {
    const body = JSON.stringify(EndpointMessage.of(type, about, this.clock.now()));
    const deliveries = receivers.map((endpoint) => {
      const id = uuidv7();
      return this.delivery(endpoint, { id, chainId: id, seq: 0, taskId: null, type, body });
    });
    await this.send(scope, deliveries);
    return deliveries.map(({ id }) => id);
  }

  /** What the endpoint is told of those changes that it wants to hear of. */
  messagesOf(endpoint: WebhookEndpoint, changes: readonly TaskStatusChanged[]): WebhookDelivery[] {
    return changes
      .filter((change) => wants(endpoint, change))
      .map((change) => {
        const { task, event } = change;
        const message = TaskMessage.of(change, this.kinds.require(task.kind).nativeStatus(event.status));
        return this.delivery(endpoint, {
          id: uuidv7(),
          chainId: uuidv5(task.id, endpoint.id),
          seq: event.seq,
          taskId: task.id,
          type: message.type,
          body: JSON.stringify(message),
        });
      });
  }

  /** One look for the endpoints of all changes of a transaction: mostly there are none. */
  private note(scope: TransactionScope, change: TaskStatusChanged): void {
    if (change.task.userId === null) return;
    const noted = this.noted.get(scope);
    if (noted) {
      noted.push(change);
      return;
    }
    const changes = [change];
    this.noted.set(scope, changes);
    scope.beforeCommit(() => this.tell(scope, changes));
  }

  private async tell(scope: TransactionScope, changes: readonly TaskStatusChanged[]): Promise<void> {
    const userIds = new Set(changes.flatMap(({ task }) => task.userId ?? []));
    const endpoints = await this.endpoints.listActive(scope, [...userIds]);
    await this.send(
      scope,
      endpoints.flatMap((endpoint) => this.messagesOf(endpoint, changes)),
      new Map(changes.map(({ task }) => [task.id, task.traceparent])),
    );
  }

  private async send(
    scope: TransactionScope,
    deliveries: readonly WebhookDelivery[],
    traces: ReadonlyMap<string | null, string | null> = new Map(),
  ): Promise<void> {
    if (deliveries.length === 0) return;
    await this.deliveries.insert(scope, deliveries);
    const chains = new Map(deliveries.map((delivery) => [delivery.chainId, delivery]));
    const jobs = [...chains.values()].map((chain) => {
      const { payload, options } = deliverJob(chain);
      return { payload, options: { ...options, traceparent: traces.get(chain.taskId) ?? undefined } };
    });
    await this.queue.enqueueMany(scope, DeliverWebhooksJob, jobs);
  }

  private delivery(
    { id: endpointId, userId, url }: WebhookEndpoint,
    message: Pick<WebhookDelivery, 'id' | 'chainId' | 'seq' | 'taskId' | 'type' | 'body'>,
  ): WebhookDelivery {
    const now = this.clock.now();
    return {
      ...{ ...message, endpointId, userId, url },
      ...{ status: 'pending', attemptCount: 0, nextAttemptAt: now, createdAt: now },
    };
  }
}

function wants(endpoint: WebhookEndpoint, { task, event }: TaskStatusChanged): boolean {
  const isIn = (wanted: readonly string[], value: string) => wanted.length === 0 || wanted.includes(value);
  return (
    endpoint.userId === task.userId &&
    isIn(endpoint.kinds, task.kind) &&
    isIn(endpoint.statuses, event.status)
  );
}
