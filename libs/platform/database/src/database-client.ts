import pg, { type ClientConfig } from 'pg';

/**
 * A `pg` client that outlives its connection in peace: the statements that run on a lost connection fail, and the pool
 * makes a new one. Without a listener the loss itself would be an uncaught error, which ends the process.
 */
export class DatabaseClient extends pg.Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
