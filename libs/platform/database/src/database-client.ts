import pg, { type ClientConfig, type QueryConfig } from 'pg';
import { serversOf, writableServer } from './database-servers.js';
import { QUEUE_SCHEMA } from './queue-schema.js';

type QueryFunction = (...parameters: unknown[]) => Promise<unknown>;
type Connected = (error: Error | null, client: pg.Client) => void;

export type DatabaseClientConfig = ClientConfig & {
  /** Parameters of the session by name, set once connected: a pooler refuses most of them in the start-up message. */
  session?: Readonly<Record<string, string | number>>;
  /** The schema of the job tables, which statements name `jobs`. */
  queueSchema?: string;
};

/** What TypeORM says to begin a transaction. */
const BEGIN = 'START TRANSACTION';
/** The schema of the job tables as statements name it; not in quotes, and not the end of another name. */
const QUEUE_NAME = /(?<![\w'".])jobs(?=\.)/g;

/**
 * A `pg` client that outlives its connection in peace: the statements that run on a lost connection fail, and the pool
 * makes a new one. Without a listener the loss itself would be an uncaught error, which ends the process. Of a list of
 * servers it connects to the one that takes writes.
 *
 * Statements are sent at once, also while those before them run. The beginning of a transaction is not waited for: it can
 * fail with its connection only, and then the statement after it fails as well.
 */
export class DatabaseClient extends pg.Client {
  private readonly url: string | undefined;
  private readonly session: Readonly<Record<string, string | number>>;
  private readonly queueSchema: string | undefined;

  constructor(given?: string | DatabaseClientConfig) {
    const config = typeof given === 'string' ? { connectionString: given } : { ...given };
    const { connectionString: url, session = {}, queueSchema } = config;
    super({
      ...config,
      ...(url === undefined ? {} : { connectionString: serversOf(url)[0] }),
      pipeline: true,
    });
    this.url = url;
    this.session = session;
    this.queueSchema = queueSchema === QUEUE_SCHEMA ? undefined : queueSchema;
    this.on('error', () => undefined);
  }

  // The overloads of these two cannot be expressed by an override; the arguments pass through.
  override connect = ((callback?: Connected) => {
    const opening = this.open();
    if (!callback) return opening;
    return void opening.then(
      () => callback(null, this),
      (error: Error) => callback(error, this),
    );
  }) as pg.Client['connect'];

  override query = ((...parameters: unknown[]) => this.send(parameters)) as pg.Client['query'];

  protected send(parameters: unknown[]): unknown {
    const [text, ...rest] = parameters;
    const sent = (super.query as QueryFunction).call(this, this.inQueueSchema(text), ...rest);
    if (text !== BEGIN) return sent;
    sent.catch(() => undefined);
    return Promise.resolve(undefined);
  }

  private async open(): Promise<this> {
    if (this.url !== undefined && serversOf(this.url).length > 1) {
      const { host, port } = new pg.Client({ connectionString: await writableServer(this.url) });
      Object.assign(this, { host, port });
    }
    await super.connect();
    const session = Object.entries(this.session)
      .map(([name, value]) => `set ${pg.escapeIdentifier(name)} to ${pg.escapeLiteral(String(value))}`)
      .join('; ');
    if (session !== '') await super.query(session);
    return this;
  }

  private inQueueSchema(statement: unknown): unknown {
    const { queueSchema } = this;
    if (queueSchema === undefined) return statement;
    const named = (text: string): string => text.replace(QUEUE_NAME, queueSchema);
    if (typeof statement === 'string') return named(statement);
    const config = statement as QueryConfig;
    return Object.getPrototypeOf(config) === Object.prototype
      ? { ...config, text: named(config.text) }
      : statement;
  }
}
