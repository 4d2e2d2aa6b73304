import { Settings } from '#libs/platform/config';

/** Where a worker tells how it is, and who may read the metrics. */
export class MonitoringSettings extends Settings {
  readonly workerPort = this.env.int('WORKER_PORT', {
    min: 0,
    max: 65_535,
    default: 3001,
    description:
      'Port on which a worker answers /health/live, /health/ready and /metrics, and nothing else; 0 takes any free one.',
  });

  readonly metricsToken = this.env.optionalSecret('METRICS_TOKEN', {
    minLength: 24,
    description:
      'Bearer token for GET /metrics from other machines. Without it they need the token of an admin; loopback needs none.',
  });
}
