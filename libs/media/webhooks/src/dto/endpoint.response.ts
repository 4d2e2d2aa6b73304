import { ApiProperty } from '@nestjs/swagger';
import { DeliveryResponse, TASK_STATUSES } from '#libs/media/work';
import type { MeasuredEndpoint } from '../endpoints/endpoints.service.js';
import { DISABLED_REASONS, type DisabledReason } from '../endpoints/webhook-endpoint.entity.js';
import { secretText } from '../webhook-secrets.service.js';

/** How the attempts of the last 24 hours ended. */
export class AttemptCountsResponse {
  /** Attempts that were answered with 2xx. */
  @ApiProperty({ type: 'integer' }) received!: number;

  /** All others. */
  @ApiProperty({ type: 'integer' }) failed!: number;
}

/** A standing address that hears of all your tasks, or of those it wants to hear of. */
export class WebhookEndpointResponse {
  /** Id of the endpoint. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** The address that is called. */
  @ApiProperty({ format: 'uri' }) url!: string;

  /** What it is for. */
  @ApiProperty() description!: string;

  /** Kinds of tasks that it hears of; all when empty. */
  @ApiProperty() kinds!: string[];

  /** Statuses that it hears of; all when empty. */
  @ApiProperty({ type: 'array', items: { type: 'string', enum: [...TASK_STATUSES] } }) statuses!: string[];

  /** Whether it is called. */
  @ApiProperty() enabled!: boolean;

  /** Why it is not: its owner said so, every attempt failed for days, or it answered 410. Null while it is. */
  @ApiProperty({ enum: DISABLED_REASONS, type: 'string', nullable: true })
  disabled_reason!: DisabledReason | null;

  /** When it was switched off. */
  @ApiProperty({ format: 'date-time', nullable: true }) disabled_at!: string | null;

  /** Since when every attempt has failed; null when the last one was received. */
  @ApiProperty({ format: 'date-time', nullable: true }) failing_since!: string | null;

  /** Attempts of the last 24 hours. */
  @ApiProperty({ type: AttemptCountsResponse }) attempts_24h!: AttemptCountsResponse;

  /** Share of these that were received, 0 to 1; null when there were none. */
  @ApiProperty({ minimum: 0, maximum: 1, nullable: true }) success_rate_24h!: number | null;

  /** When it was made. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  static from({ endpoint, attempts }: MeasuredEndpoint): WebhookEndpointResponse {
    const { received, failed } = attempts;
    return {
      id: endpoint.id,
      url: endpoint.url,
      description: endpoint.description,
      kinds: endpoint.kinds,
      statuses: endpoint.statuses,
      enabled: endpoint.disabledAt === null,
      disabled_reason: endpoint.disabledReason,
      disabled_at: endpoint.disabledAt?.toISOString() ?? null,
      failing_since: endpoint.failingSince?.toISOString() ?? null,
      attempts_24h: { received, failed },
      success_rate_24h: received + failed === 0 ? null : received / (received + failed),
      created_at: endpoint.createdAt.toISOString(),
    };
  }
}

/** A new endpoint with its secret. */
export class NewWebhookEndpointResponse extends WebhookEndpointResponse {
  /** The secret that its webhooks are signed with, shown only here. */
  @ApiProperty({ example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }) secret!: string;

  static withSecret(made: MeasuredEndpoint): NewWebhookEndpointResponse {
    return { ...WebhookEndpointResponse.from(made), secret: secretText(made.endpoint.secret) };
  }
}

/** The caller's endpoints. */
export class WebhookEndpointListResponse {
  /** The endpoints, oldest first. */
  @ApiProperty({ type: [WebhookEndpointResponse] }) endpoints!: WebhookEndpointResponse[];
}

/** One page of what was sent to an endpoint, newest first. */
export class EndpointDeliveryListResponse {
  /** The deliveries. */
  @ApiProperty({ type: [DeliveryResponse] }) deliveries!: DeliveryResponse[];

  /** Pass it as `cursor` for the next page; null on the last. */
  @ApiProperty({ nullable: true }) next_cursor!: string | null;
}

/** A message that is on its way. */
export class SentTestResponse {
  /** Id of its delivery; the `webhook-id` of every attempt. */
  @ApiProperty({ format: 'uuid' }) id!: string;
}

/** A recovery that has begun. */
export class RecoveryResponse {
  /** Status changes from then on are sent. */
  @ApiProperty({ format: 'date-time' }) since!: string;
}
