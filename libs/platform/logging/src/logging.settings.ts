import { Settings } from '#libs/platform/config';

/** What is logged, and in which form. */
export class LoggingSettings extends Settings {
  readonly level = this.env.oneOf('LOG_LEVEL', {
    values: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
    default: 'info',
    description: 'Lowest level that is logged.',
  });

  readonly format = this.env.oneOf('LOG_FORMAT', {
    values: ['auto', 'json', 'pretty'],
    default: 'auto',
    description:
      'JSON lines for machines or coloured text for people; auto checks whether the output is a terminal.',
  });
}
