import { Settings } from '#libs/platform/config';

const IDLE_IN_TRANSACTION_MS = 60_000;

/** How this process reaches PostgreSQL. */
export class DatabaseSettings extends Settings {
  /** Connection URL; holds the password, so it prints as `***`. Absent means the embedded server. */
  readonly url = this.env.optionalSecret('DATABASE_URL', {
    pattern: /^postgres(?:ql)?:\/\//,
    rule: 'secret URL that starts with postgresql://',
    description:
      'PostgreSQL 15 or newer, as postgresql://user:password@host:5432/name; of several hosts with commas between them the one that takes writes. Without it an embedded server runs under DATA_DIR.',
  });

  /** For what needs a session of its own, where `url` is a pooler that shares connections between transactions. */
  readonly directUrl = this.env.optionalSecret('DATABASE_DIRECT_URL', {
    pattern: /^postgres(?:ql)?:\/\//,
    rule: 'secret URL that starts with postgresql://',
    description:
      'The server itself, where DATABASE_URL is a pooler in transaction mode: jobs, notifications and migrations go there.',
  });

  readonly queueSchema = this.env.text('DATABASE_QUEUE_SCHEMA', {
    default: 'jobs',
    pattern: /^[a-z_][a-z0-9_]{0,30}$/,
    rule: 'must be a lower-case name of at most 31 letters, digits and _',
    description:
      'Schema in which an earlier version had its job tables: an upgrade takes the jobs over from there.',
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
    description:
      'Prepares statements once per connection; never over a pooler when DATABASE_DIRECT_URL is set.',
  });

  /** Where sessions are our own. */
  get sessionUrl(): string | undefined {
    return (this.directUrl ?? this.url)?.reveal();
  }

  /** What every session has, unless a pooler shares it. */
  get session(): Readonly<Record<string, string | number>> {
    return {
      statement_timeout: this.statementTimeoutMs,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      // Statements of requests are short: compiling one takes longer than running it.
      jit: 'off',
    };
  }
}
