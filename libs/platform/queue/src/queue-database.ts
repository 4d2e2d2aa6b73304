import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import {
  DatabaseClient,
  type DatabaseClientConfig,
  DatabaseSettings,
  NamedStatementClient,
} from '#libs/platform/database';
import { refuseInTransaction } from '#libs/platform/runtime';

/** Claims and settlements are short, so a few connections carry thousands of jobs a second. */
const POOL_SIZE = 4;

/** First half of the advisory locks of live processes; arbitrary, but the same in every version. */
export const PRESENCE_LOCK_CLASS = 7_236_155;
/** Takes a lock until the end of the transaction: of two with the same `key`, one waits. */
export const lockSql = (key = '$1') =>
  `select pg_advisory_xact_lock(${PRESENCE_LOCK_CLASS + 1}, hashtext(${key}))`;

/**
 * The small pool of the runner. It commits without waiting for the disk: a lost claim or settlement only means that a job
 * runs again. Jobs are *added* over the connections of the application, which do wait.
 */
@Injectable()
export class QueueDatabase implements OnApplicationShutdown {
  private readonly logger = new Logger(QueueDatabase.name);
  private readonly pool: pg.Pool;

  constructor(settings: DatabaseSettings) {
    const options: pg.PoolConfig & DatabaseClientConfig = {
      connectionString: settings.sessionUrl,
      max: POOL_SIZE,
      application_name: 'atelier-jobs',
      connectionTimeoutMillis: 10_000,
      session: { ...settings.session, synchronous_commit: 'off' },
      Client: settings.namedStatements ? NamedStatementClient : DatabaseClient,
    };
    this.pool = new pg.Pool(options);
    this.pool.on('error', (error) => this.logger.warn({ err: error }, 'A job connection was lost'));
  }

  async query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    refuseInTransaction('takes a connection of the queue');
    return (await this.pool.query<Row & pg.QueryResultRow>(text, values)).rows;
  }

  /** Runs a statement once no other one with the same `lock` runs. All goes out at once, in one transaction. */
  async queryAlone<Row>(lock: string, text: string, values: unknown[]): Promise<Row[]> {
    refuseInTransaction('takes a connection of the queue');
    const client = await this.pool.connect();
    const sent = [
      client.query('begin'),
      client.query(lockSql(), [lock]),
      client.query<Row & pg.QueryResultRow>(text, values),
      client.query('commit'),
    ] as const;
    try {
      const [, , result] = await Promise.all(sent);
      client.release();
      return result.rows;
    } catch (error) {
      await Promise.allSettled(sent);
      client.release(error instanceof Error ? error : true);
      throw error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
