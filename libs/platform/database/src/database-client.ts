import pg, { type ClientConfig } from 'pg';

type QueryFunction = (...parameters: unknown[]) => Promise<unknown>;

/** What TypeORM says to begin a transaction. */
const BEGIN = 'START TRANSACTION';

/**
 * A `pg` client that outlives its connection in peace: the statements that run on a lost connection fail, and the pool
 * makes a new one. Without a listener the loss itself would be an uncaught error, which ends the process.
 *
 * Statements are sent at once, also while those before them run. The beginning of a transaction is not waited for: it can
 * fail with its connection only, and then the statement after it fails as well.
 */
export class DatabaseClient extends pg.Client {
  constructor(config?: string | ClientConfig) {
    super(typeof config === 'string' ? config : { ...config, pipeline: true });
    this.on('error', () => undefined);
  }

  // Its overloads cannot be expressed by an override; the arguments pass through.
  override query = ((...parameters: unknown[]) => this.send(parameters)) as pg.Client['query'];

  protected send(parameters: unknown[]): unknown {
    const sent = (super.query as QueryFunction).apply(this, parameters);
    if (parameters[0] !== BEGIN) return sent;
    sent.catch(() => undefined);
    return Promise.resolve(undefined);
  }
}
