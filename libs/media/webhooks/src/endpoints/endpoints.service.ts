import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { invalidFields, type Principal } from '#libs/platform/http';
import { OutboundHttp } from '#libs/platform/outbound';
import { TaskKinds } from '#libs/media/work';
import { UserDeleted } from '#libs/accounts/users';
import { JobQueue } from '#libs/platform/queue';
import {
  DeliveriesRepository,
  type DeliveryWithAttempts,
  type EndpointFilter,
} from '../deliveries.repository.js';
import { newSecret } from '../webhook-secrets.service.js';
import {
  RecoveryUnderWay,
  WebhookEndpointDisabled,
  WebhookEndpointLimitReached,
  WebhookEndpointNotFound,
} from '../webhook.errors.js';
import { WebhookMessages } from '../webhook-messages.js';
import { WebhooksSettings } from '../webhooks.settings.js';
import { EndpointHealth } from './endpoint-health.js';
import { type AttemptCounts, type EndpointChange, EndpointsRepository } from './endpoints.repository.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { RecoverEndpointJob } from './recover-endpoint.job.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Older attempts and outputs are rarely needed; a longer time would be many requests. */
const RECOVERY_MAX_DAYS = 30;

export type MeasuredEndpoint = { endpoint: WebhookEndpoint; attempts: AttemptCounts };

/** The endpoints of users. Each is visible to its owner only. */
@Injectable()
export class EndpointsService implements OnModuleInit {
  constructor(
    private readonly endpoints: EndpointsRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly messages: WebhookMessages,
    private readonly health: EndpointHealth,
    private readonly kinds: TaskKinds,
    private readonly http: OutboundHttp,
    private readonly queue: JobQueue,
    private readonly settings: WebhooksSettings,
    private readonly transactions: TransactionRunner,
    private readonly events: DomainEvents,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(UserDeleted, ({ userId }, scope) => this.endpoints.deleteOf(scope, userId));
  }

  async list({ userId }: Principal): Promise<MeasuredEndpoint[]> {
    return this.measured(await this.endpoints.listOf(NO_TRANSACTION, userId));
  }

  /** @throws WebhookEndpointNotFound when it is absent or another user's. */
  async require({ userId }: Principal, id: string): Promise<WebhookEndpoint> {
    const endpoint = await this.endpoints.find(NO_TRANSACTION, id);
    if (endpoint?.userId !== userId) throw new WebhookEndpointNotFound();
    return endpoint;
  }

  /** @throws As `require`, and WebhookEndpointDisabled when it is off. */
  async requireActive(principal: Principal, id: string): Promise<WebhookEndpoint> {
    const endpoint = await this.require(principal, id);
    if (endpoint.disabledAt) throw new WebhookEndpointDisabled();
    return endpoint;
  }

  async show(principal: Principal, id: string): Promise<MeasuredEndpoint> {
    return this.measure(await this.require(principal, id));
  }

  /** @throws InvalidRequest for an invalid address or kind, WebhookEndpointLimitReached. */
  async create(
    { userId }: Principal,
    wanted: EndpointChange & Pick<WebhookEndpoint, 'url'>,
  ): Promise<MeasuredEndpoint> {
    this.check(wanted);
    const fresh = { id: uuidv7(), userId, secret: newSecret() };
    const endpoint = await this.transactions.run((scope) =>
      this.endpoints.insert(
        scope,
        { description: '', kinds: [], statuses: [], notices: false, ...wanted, ...fresh },
        this.settings.endpointsPerUser,
      ),
    );
    if (!endpoint) throw new WebhookEndpointLimitReached();
    return { endpoint, attempts: { received: 0, failed: 0 } };
  }

  /** @throws As `require` and `create`. */
  async change(
    principal: Principal,
    id: string,
    { enabled, ...change }: EndpointChange & { enabled?: boolean | undefined },
  ): Promise<MeasuredEndpoint> {
    this.check(change);
    await this.require(principal, id);
    await this.transactions.run(async (scope) => {
      await this.endpoints.change(scope, id, change);
      if (enabled === true) await this.endpoints.enable(scope, id);
      if (enabled === false) await this.health.disable(scope, id, 'by_owner');
    });
    return this.show(principal, id);
  }

  /** Removes it with its deliveries. */
  async delete(principal: Principal, id: string): Promise<void> {
    await this.require(principal, id);
    await this.transactions.run((scope) => this.endpoints.delete(scope, id));
  }

  /** Sends a test message. @returns The id of its delivery. */
  async test(principal: Principal, id: string): Promise<string> {
    const endpoint = await this.requireActive(principal, id);
    const [deliveryId = ''] = await this.transactions.run((scope) =>
      this.messages.sendNews(scope, 'endpoint.test', endpoint, [endpoint]),
    );
    return deliveryId;
  }

  /** Sends past changes again. @throws As `requireActive`, InvalidRequest for the time, RecoveryUnderWay when one is running. */
  async recover(
    principal: Principal,
    endpointId: string,
    { since, undeliveredOnly }: { since: Date; undeliveredOnly: boolean },
  ): Promise<void> {
    const until = this.clock.now();
    if (since > until) throw invalidFields(['since must not be in the future']);
    if (since < this.clock.in(-RECOVERY_MAX_DAYS * DAY_MS))
      throw invalidFields([`since must be within the last ${RECOVERY_MAX_DAYS} days`]);
    await this.requireActive(principal, endpointId);
    const [isFree] = await this.queue.listWithoutJob(RecoverEndpointJob, [endpointId]);
    if (isFree === undefined) throw new RecoveryUnderWay();
    const recovery = { endpointId, since: since.toISOString(), until: until.toISOString(), undeliveredOnly };
    await this.queue.enqueue(NO_TRANSACTION, RecoverEndpointJob, recovery, { key: endpointId });
  }

  async listDeliveries(principal: Principal, filter: EndpointFilter): Promise<DeliveryWithAttempts[]> {
    await this.require(principal, filter.endpointId);
    return this.deliveries.listOfEndpoint(NO_TRANSACTION, filter);
  }

  private check({ url, kinds = [] }: EndpointChange): void {
    const known = this.kinds.names();
    const problem = url === undefined ? undefined : this.http.checkCallerUrl(url);
    const problems = problem === undefined ? [] : [`url ${problem}`];
    if (kinds.some((kind) => !known.includes(kind)))
      problems.push(`kinds must be some of ${known.join(', ')}`);
    if (problems.length > 0) throw invalidFields(problems);
  }

  private async measure(endpoint: WebhookEndpoint): Promise<MeasuredEndpoint> {
    const [measured = { endpoint, attempts: { received: 0, failed: 0 } }] = await this.measured([endpoint]);
    return measured;
  }

  private async measured(endpoints: readonly WebhookEndpoint[]): Promise<MeasuredEndpoint[]> {
    const counts = await this.endpoints.countAttempts(
      NO_TRANSACTION,
      endpoints.map(({ id }) => id),
      this.clock.in(-DAY_MS),
    );
    return endpoints.map((endpoint) => ({
      endpoint,
      attempts: counts.get(endpoint.id) ?? { received: 0, failed: 0 },
    }));
  }
}
