import { Settings } from '#libs/platform/config';

const DEFAULT_SCHEDULE = '5,30,120,600,3600,21600,86400';

/** How webhooks are delivered. */
export class WebhooksSettings extends Settings {
  /** Pauses before the retries, in seconds. */
  readonly retrySeconds: readonly number[] = this.env
    .text('WEBHOOK_RETRY_SECONDS', {
      default: DEFAULT_SCHEDULE,
      pattern: /^\d+(\.\d+)?(,\d+(\.\d+)?){0,19}$/,
      rule: 'comma-separated list of 1 to 20 numbers',
      description: 'Pauses before the retries of a webhook that was not received, in seconds.',
    })
    .split(',')
    .map(Number);

  readonly timeoutMs = this.env.int('WEBHOOK_TIMEOUT_MS', {
    min: 100,
    max: 60_000,
    default: 15_000,
    description: 'How long a webhook receiver may take to answer, in milliseconds.',
  });

  readonly endpointsPerUser = this.env.int('WEBHOOK_ENDPOINTS_PER_USER', {
    min: 0,
    max: 10_000,
    default: 10,
    description: 'Most standing webhook endpoints of one user.',
  });

  readonly endpointFailureDays = this.env.int('WEBHOOK_ENDPOINT_FAILURE_DAYS', {
    min: 1,
    max: 365,
    default: 5,
    description:
      'Days of nothing but failed attempts after which a standing webhook endpoint is switched off.',
  });
}
