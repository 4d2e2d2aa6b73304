import { Settings } from '#libs/platform/config';

/** Where operators look beyond the console. */
export class OperationsSettings extends Settings {
  readonly dashboardUrl = this.env.optionalUrl('DASHBOARD_URL', {
    description:
      'Address of the dashboards of this service, such as those of Grafana; the console links to it.',
  });

  readonly logsUrl = this.env.optionalText('LOGS_URL', {
    pattern: /^https?:\/\/\S+$/,
    rule: 'absolute http or https URL',
    description:
      'Address of the log of this service; the console links to it. `{id}` in it is replaced by the id of a task or request.',
  });
}
