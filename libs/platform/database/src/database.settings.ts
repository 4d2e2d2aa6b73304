import { Settings } from '#libs/platform/config';

/** How this process reaches PostgreSQL. */
export class DatabaseSettings extends Settings {
  /** Connection URL; holds the password, so it prints as `***`. Absent means the embedded server. */
  readonly url = this.env.optionalSecret('DATABASE_URL', {
    pattern: /^postgres(?:ql)?:\/\//,
    rule: 'secret URL that starts with postgresql://',
    description:
      'PostgreSQL 15 or newer, as postgresql://user:password@host:5432/name. Without it an embedded server runs under DATA_DIR.',
  });

  readonly poolSize = this.env.int('DATABASE_POOL_SIZE', {
    min: 2,
    max: 500,
    default: 20,
    description: 'Most connections that one process opens to the database.',
  });

  readonly statementTimeoutMs = this.env.int('DATABASE_STATEMENT_TIMEOUT_MS', {
    min: 100,
    max: 600_000,
    default: 30_000,
    description:
      'Longest time that one statement of a request may run, or a submit may wait for others of its user, in milliseconds.',
  });

  readonly namedStatements = this.env.flag('DATABASE_NAMED_STATEMENTS', {
    default: true,
    description: 'Prepares statements once per connection. Turn it off behind a pooler in transaction mode.',
  });
}
