import { Settings } from '#libs/platform/config';

/** Where a worker reports its health, and who may read metrics. */
export class MonitoringSettings extends Settings {
  readonly workerPort = this.env.int('WORKER_PORT', {
    min: 0,
    max: 65_535,
    default: 3001,
    description:
      'Port on which a worker answers /health/live, /health/ready and /metrics, and nothing else; 0 for any free port.',
  });

  readonly metricsToken = this.env.optionalSecret('METRICS_TOKEN', {
    minLength: 24,
    description:
      'Token for GET /metrics, of at least 24 characters of your choice. Without it only the token of an admin is accepted.',
  });

  readonly metricsOpen = this.env.oneOf('METRICS_OPEN', {
    values: ['no', 'loopback'],
    default: 'no',
    description:
      '`loopback`: GET /metrics requires no token on the machine itself. Use it only if no proxy on the machine forwards /metrics.',
  });
}
