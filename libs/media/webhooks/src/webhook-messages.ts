import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import type { TransactionScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { JobQueue } from '#libs/platform/queue';
import { CallbackForms, TaskKinds, TaskStatusChanged } from '#libs/media/work';
import { DeliveriesRepository } from './deliveries.repository.js';
import { EndpointMessage, NoticeMessage, type NoticeTold, TaskMessage } from './dto/message.response.js';
import { EndpointsRepository } from './endpoints/endpoints.repository.js';
import type { WebhookEndpoint } from './endpoints/webhook-endpoint.entity.js';
import { DeliverWebhooksJob, deliverJob } from './jobs/deliver-webhooks.job.js';
import type { WebhookDelivery } from './webhook.entity.js';

/** A message, and its place in the order of its receiver. */
type Message = Pick<WebhookDelivery, 'chainId' | 'seq' | 'taskId' | 'endpointId' | 'type' | 'userId' | 'url'>;

/**
 * Writes deliveries: every status change of a task to its callback address and to its user's standing endpoints,
 * notices, and messages about endpoints.
 */
@Injectable()
export class WebhookMessages implements OnModuleInit {
  private readonly noted = new WeakMap<TransactionScope, TaskStatusChanged[]>();

  constructor(
    private readonly endpoints: EndpointsRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly kinds: TaskKinds,
    private readonly forms: CallbackForms,
    private readonly events: DomainEvents,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(TaskStatusChanged, async (change, scope) => this.note(scope, change));
  }

  /** Sends a message about an endpoint to each receiver, independent of other messages. @returns The ids of the deliveries. */
  async sendNews(
    scope: TransactionScope,
    type: EndpointMessage['type'],
    about: WebhookEndpoint,
    receivers: readonly WebhookEndpoint[],
  ): Promise<string[]> {
    const body = EndpointMessage.of(type, about, this.clock.now());
    const deliveries = receivers.map(({ id: endpointId, userId, url }) =>
      this.delivery({ chainId: uuidv7(), seq: 0, taskId: null, endpointId, type, userId, url }, body),
    );
    await this.send(scope, deliveries);
    return deliveries.map(({ id }) => id);
  }

  /** Sends notices to those endpoints of their users that want them. */
  async sendNotices(scope: TransactionScope, notices: readonly NoticeTold[]): Promise<void> {
    const userIds = new Set(notices.map(({ userId }) => userId));
    const endpoints = (await this.endpoints.listActive(scope, [...userIds])).filter((one) => one.notices);
    const deliveries = notices.flatMap((notice) => {
      const body = NoticeMessage.of(notice, this.clock.now());
      return endpoints
        .filter(({ userId }) => userId === notice.userId)
        .map(({ id: endpointId, userId, url }) =>
          this.delivery(
            { chainId: uuidv7(), seq: 0, taskId: null, endpointId, type: body.type, userId, url },
            body,
          ),
        );
    });
    await this.send(scope, deliveries);
  }

  /** The changes that the endpoint subscribes to, as deliveries. */
  toEndpoint(endpoint: WebhookEndpoint, changes: readonly TaskStatusChanged[]): WebhookDelivery[] {
    const { id: endpointId, userId, url } = endpoint;
    return changes
      .filter((change) => wants(endpoint, change))
      .map((change) => {
        const { task, event } = change;
        const body = TaskMessage.of(change, this.kinds.require(task.kind).nativeStatus(event.status));
        const place = { chainId: uuidv5(task.id, endpointId), seq: event.seq, taskId: task.id };
        return this.delivery({ ...place, endpointId, type: body.type, userId, url }, body);
      });
  }

  /**
   * The changes that callback addresses get. The creation of a task is its reply, not a change. Every later status is
   * sent, unless its area calls it the same as the last one.
   */
  private toCallbacks(changes: readonly TaskStatusChanged[]): WebhookDelivery[] {
    return changes.flatMap(({ task, event, outputs, before }) => {
      const { id: taskId, userId, callbackUrl: url } = task;
      if (url === null || event.seq === 0) return [];
      const kind = this.kinds.require(task.kind);
      if (before && kind.nativeStatus(before) === kind.nativeStatus(task.status)) return [];
      const place = { chainId: taskId, seq: event.seq, taskId };
      const body = this.forms.bodyOf(task, outputs, () => kind.notification(task, outputs));
      return body ? this.delivery({ ...place, endpointId: null, type: null, userId, url }, body) : [];
    });
  }

  /** One query for the endpoints of all changes of a transaction, as usually there are none. */
  private note(scope: TransactionScope, change: TaskStatusChanged): void {
    const noted = this.noted.get(scope) ?? [];
    if (noted.push(change) > 1) return;
    this.noted.set(scope, noted);
    scope.beforeCommit(() => this.sendChanges(scope, noted));
  }

  private async sendChanges(scope: TransactionScope, changes: readonly TaskStatusChanged[]): Promise<void> {
    const userIds = new Set(changes.flatMap(({ task }) => task.userId ?? []));
    const endpoints = userIds.size === 0 ? [] : await this.endpoints.listActive(scope, [...userIds]);
    const toEndpoints = endpoints.flatMap((endpoint) => this.toEndpoint(endpoint, changes));
    const traces = new Map(changes.map(({ task }) => [task.id, task.traceparent]));
    await this.send(scope, [...this.toCallbacks(changes), ...toEndpoints], traces);
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

  private delivery(message: Message, body: object): WebhookDelivery {
    const now = this.clock.now();
    return {
      ...{ id: uuidv7(), ...message, body: JSON.stringify(body) },
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
