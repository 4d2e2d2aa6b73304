import { ApiProperty } from '@nestjs/swagger';
import { TASK_STATUSES } from '#libs/media/work';
import type { MeasuredEndpoint } from '../endpoints/endpoints.service.js';
import { DISABLED_REASONS, type DisabledReason } from '../endpoints/webhook-endpoint.entity.js';
import { secretText } from '../webhook-secrets.service.js';
import { DeliveryResponse } from './delivery.response.js';

/** How the attempts of the last 24 hours ended. */
export class AttemptCountsResponse {
  @ApiProperty({ description: 'Attempts that were answered with 2xx.', type: 'integer' })
  received!: number;

  @ApiProperty({ description: 'All others.', type: 'integer' })
  failed!: number;
}

/** A standing address that hears of all your tasks, or of those it wants to hear of. */
export class WebhookEndpointResponse {
  @ApiProperty({ description: 'Id of the endpoint.', format: 'uuid' })
  id!: string;

  @ApiProperty({ description: 'The address that is called.', format: 'uri' })
  url!: string;

  @ApiProperty({ description: 'What it is for.' })
  description!: string;

  @ApiProperty({ description: 'Kinds of tasks that it hears of; all when empty.', type: [String] })
  kinds!: string[];

  @ApiProperty({
    description: 'Statuses that it hears of; all when empty.',
    type: 'array',
    items: { type: 'string', enum: [...TASK_STATUSES] },
  })
  statuses!: string[];

  @ApiProperty({ description: 'Whether it is called.' })
  enabled!: boolean;

  @ApiProperty({
    description:
      'Why it is not: its owner said so, every attempt failed for days, or it answered 410. Null while it is.',
    enum: DISABLED_REASONS,
    type: 'string',
    nullable: true,
  })
  disabled_reason!: DisabledReason | null;

  @ApiProperty({
    description: 'When it was switched off.',
    type: 'string',
    format: 'date-time',
    nullable: true,
  })
  disabled_at!: string | null;

  @ApiProperty({
    description: 'Since when every attempt has failed; null when the last one was received.',
    type: 'string',
    format: 'date-time',
    nullable: true,
  })
  failing_since!: string | null;

  @ApiProperty({ description: 'Attempts of the last 24 hours.', type: AttemptCountsResponse })
  attempts_24h!: AttemptCountsResponse;

  @ApiProperty({
    description: 'Share of these that were received, 0 to 1; null when there were none.',
    type: 'number',
    minimum: 0,
    maximum: 1,
    nullable: true,
  })
  success_rate_24h!: number | null;

  @ApiProperty({ description: 'When it was made.', format: 'date-time' })
  created_at!: string;

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
  @ApiProperty({
    description: 'The secret that its webhooks are signed with, shown only here.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  })
  secret!: string;

  static withSecret(made: MeasuredEndpoint): NewWebhookEndpointResponse {
    return { ...WebhookEndpointResponse.from(made), secret: secretText(made.endpoint.secret) };
  }
}

/** The caller's endpoints. */
export class WebhookEndpointListResponse {
  @ApiProperty({ description: 'The endpoints, oldest first.', type: [WebhookEndpointResponse] })
  endpoints!: WebhookEndpointResponse[];
}

/** One page of what was sent to an endpoint, newest first. */
export class EndpointDeliveryListResponse {
  @ApiProperty({ description: 'The deliveries.', type: [DeliveryResponse] })
  deliveries!: DeliveryResponse[];

  @ApiProperty({
    description: 'Pass it as `cursor` for the next page; null on the last.',
    type: 'string',
    nullable: true,
  })
  next_cursor!: string | null;
}

/** A message that is on its way. */
export class SentTestResponse {
  @ApiProperty({ description: 'Id of its delivery; the `webhook-id` of every attempt.', format: 'uuid' })
  id!: string;
}

/** A recovery that has begun. */
export class RecoveryResponse {
  @ApiProperty({ description: 'Status changes from then on are sent.', format: 'date-time' })
  since!: string;
}
