import pg, { type ClientConfig } from 'pg';
import { serversOf, writableServer } from './database-servers.js';

type QueryFunction = (...parameters: unknown[]) => Promise<unknown>;
type Connected = (error: Error | null, client: pg.Client) => void;

export type DatabaseClientConfig = ClientConfig & {
  /** Parameters of the session by name, set once connected: a pooler refuses most of them in the start-up message. */
  session?: Readonly<Record<string, string | number>>;
};

/**
 * A `pg` client that outlives its connection in peace: the statements that run on a lost connection fail, and the pool
 * makes a new one. Without a listener the loss itself would be an uncaught error, which ends the process. Of a list of
 * servers it connects to the one that takes writes.
 *
 * Statements are sent at once, also while those before them run.
 */
export class DatabaseClient extends pg.Client {
  private readonly url: string | undefined;
  private readonly session: Readonly<Record<string, string | number>>;

  constructor(given?: string | DatabaseClientConfig) {
    const config = typeof given === 'string' ? { connectionString: given } : { ...given };
    const { connectionString: url, session = {} } = config;
    super({
      ...config,
      ...(url === undefined ? {} : { connectionString: serversOf(url)[0] }),
      pipeline: true,
    });
    this.url = url;
    this.session = session;
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
    this.gatherWrites();
    return (super.query as QueryFunction).call(this, ...parameters);
  }

  /** Statements sent in the same turn of the event loop leave in one write, so that the server wakes once for them. */
  private gatherWrites(): void {
    const { stream } = this.connection;
    if (stream.writableCorked > 0) return;
    stream.cork();
    process.nextTick(() => stream.uncork());
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
}
