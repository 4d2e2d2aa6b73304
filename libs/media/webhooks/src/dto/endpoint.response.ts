import { ApiProperty } from '@nestjs/swagger';
import { DeliveryResponse, TASK_STATUSES } from '#libs/media/work';
import { responseOf } from '#libs/platform/http';
import type { MeasuredEndpoint } from '../endpoints/endpoints.service.js';
import { DISABLED_REASONS, type DisabledReason } from '../endpoints/webhook-endpoint.entity.js';
import { secretText } from '../webhook-secrets.service.js';

/** How the attempts of the last 24 hours ended. */
export class AttemptCountsResponse {
  /** Attempts that were answered with 2xx. */
  @ApiProperty({ type: 'integer' }) received!: number;

  /** All other attempts. */
  @ApiProperty({ type: 'integer' }) failed!: number;
}

/** A standing address that is called about all your tasks, or about those of some kinds and statuses. */
export class WebhookEndpointResponse {
  /** Id of the endpoint. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** The address that is called. */
  @ApiProperty({ format: 'uri' }) url!: string;

  /** What it is for. */
  @ApiProperty() description!: string;

  /** Kinds of tasks to send events for; all when empty. */
  @ApiProperty() kinds!: string[];

  /** Statuses to send events for; all when empty. */
  @ApiProperty({ type: 'array', items: { type: 'string', enum: [...TASK_STATUSES] } }) statuses!: string[];

  /** Whether it is also told of decisions on your packages and reports. */
  @ApiProperty() notices!: boolean;

  /** Whether it is called. */
  @ApiProperty() enabled!: boolean;

  /** Why it is off: its owner disabled it, every attempt failed for days, or it answered 410. Null while it is on. */
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

  /** When it was created. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  static from({ endpoint, attempts }: MeasuredEndpoint): WebhookEndpointResponse {
    const { received, failed } = attempts;
    return responseOf(WebhookEndpointResponse, endpoint, {
      enabled: endpoint.disabledAt === null,
      attempts_24h: { received, failed },
      success_rate_24h: received + failed === 0 ? null : received / (received + failed),
    });
  }
}

export class NewWebhookEndpointResponse extends WebhookEndpointResponse {
  /** The secret that its webhooks are signed with, shown only here. */
  @ApiProperty({ example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }) secret!: string;

  static withSecret(made: MeasuredEndpoint): NewWebhookEndpointResponse {
    return { ...WebhookEndpointResponse.from(made), secret: secretText(made.endpoint.secret) };
  }
}

export class WebhookEndpointListResponse {
  /** The endpoints, oldest first. */
  @ApiProperty({ type: [WebhookEndpointResponse] }) endpoints!: WebhookEndpointResponse[];
}

export class EndpointDeliveryListResponse {
  /** The deliveries. */
  @ApiProperty({ type: [DeliveryResponse] }) deliveries!: DeliveryResponse[];

  /** Pass it as `cursor` for the next page; null on the last. */
  @ApiProperty({ nullable: true }) next_cursor!: string | null;
}

export class SentTestResponse {
  /** Id of its delivery; the `webhook-id` of every attempt. */
  @ApiProperty({ format: 'uuid' }) id!: string;
}

export class RecoveryResponse {
  /** Status changes from then on are sent. */
  @ApiProperty({ format: 'date-time' }) since!: string;
}
