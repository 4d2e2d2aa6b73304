import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '#libs/platform/clock';
import type { TransactionScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { AttemptMade } from '../attempt-made.event.js';
import { DeliveriesRepository } from '../deliveries.repository.js';
import { WebhookMessages } from '../webhook-messages.js';
import { WebhooksSettings } from '../webhooks.settings.js';
import { EndpointsRepository } from './endpoints.repository.js';
import type { DisabledReason } from './webhook-endpoint.entity.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Records how attempts at endpoints end, and switches off those that fail for days. */
@Injectable()
export class EndpointHealth implements OnModuleInit {
  constructor(
    private readonly endpoints: EndpointsRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly messages: WebhookMessages,
    private readonly events: DomainEvents,
    private readonly settings: WebhooksSettings,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(AttemptMade, (attempt, scope) => this.note(scope, attempt));
  }

  /** Gives up pending deliveries for the endpoint. The other endpoints of its owner are notified, unless the owner disabled it. */
  async disable(scope: TransactionScope, id: string, reason: DisabledReason): Promise<void> {
    const disabled = await this.endpoints.disable(scope, id, reason);
    if (!disabled) return;
    await this.deliveries.giveUpEndpoint(scope, id);
    if (reason === 'by_owner') return;
    const others = await this.endpoints.listActive(scope, [disabled.userId]);
    await this.messages.sendNews(scope, 'endpoint.disabled', disabled, others);
  }

  private async note(scope: TransactionScope, { delivery, result }: AttemptMade): Promise<void> {
    const { endpointId: id } = delivery;
    if (id === null) return;
    if (result.isReceived) return this.endpoints.noteReceived(scope, id);
    if (result.isGone) return this.disable(scope, id, 'gone');
    const failingSince = await this.endpoints.noteFailure(scope, id);
    if (failingSince && failingSince <= this.clock.in(-this.settings.endpointFailureDays * DAY_MS))
      await this.disable(scope, id, 'failing');
  }
}
