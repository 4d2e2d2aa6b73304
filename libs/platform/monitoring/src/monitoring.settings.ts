import { Settings } from '#libs/platform/config';

/** Who may read the metrics. */
export class MonitoringSettings extends Settings {
  readonly metricsToken = this.env.optionalSecret('METRICS_TOKEN', {
    minLength: 24,
    description:
      'Bearer token for GET /metrics from other machines. Without it they need the token of an admin; loopback needs none.',
  });
}
