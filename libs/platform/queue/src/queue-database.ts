import { Injectable, Logger } from '@nestjs/common';
import pg from 'pg';
import { type Db, PgBoss } from 'pg-boss';
import {
  beginSession,
  DatabaseClient,
  DatabaseSettings,
  NamedStatementClient,
  type TransactionScope,
} from '#libs/platform/database';
import { refuseInTransaction } from '#libs/platform/runtime';
import { QueueSettings } from './queue.settings.js';

/** Claims and settlements are short, so a few connections carry thousands of jobs a second. */
const POOL_SIZE = 4;
const FLOW_INTERVAL_SECONDS = 3_600;

/** A statement runner as the job library takes it; the type of a row is the business of the caller. */
export type SqlRunner = {
  executeSql<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
};

/**
 * The job library and the small pool of its own that the runner uses.
 * The pool commits without waiting for the disk: a lost claim or settlement only means that a job runs again. Jobs are
 * *added* over the connections of the application, which do wait.
 */
@Injectable()
export class QueueDatabase {
  readonly boss: PgBoss;
  private readonly logger = new Logger(QueueDatabase.name);
  private readonly pool: pg.Pool;

  constructor(database: DatabaseSettings, settings: QueueSettings) {
    this.pool = new pg.Pool({
      connectionString: database.url?.reveal(),
      max: POOL_SIZE,
      application_name: 'atelier-jobs',
      options: '-c synchronous_commit=off',
      statement_timeout: database.statementTimeoutMs,
      connectionTimeoutMillis: 10_000,
      onConnect: beginSession,
      Client: database.namedStatements ? NamedStatementClient : DatabaseClient,
    });
    this.pool.on('error', (error) => this.logger.warn({ err: error }, 'A job connection was lost'));
    this.boss = this.createBoss(settings.runsJobs);
  }

  async query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    refuseInTransaction('takes a connection of the queue');
    return (await this.pool.query<Row & pg.QueryResultRow>(text, values)).rows;
  }

  /** Runs `work` in one transaction. It is given the rows of the last of the statements in `first`, which go out with its beginning. */
  async transaction<T>(
    work: (sql: SqlRunner, rows: readonly unknown[]) => Promise<T>,
    first = '',
  ): Promise<T> {
    refuseInTransaction('takes a connection of the queue');
    const client = await this.pool.connect();
    try {
      const begun: unknown = await client.query(`begin;${first}`);
      const { rows } = (Array.isArray(begun) ? begun.at(-1) : begun) as pg.QueryResult;
      const result = await work(runnerOf(client), rows);
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      client.release(error instanceof Error ? error : true);
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.boss.stop({ graceful: false });
    await this.pool.end();
  }

  private createBoss(runsJobs: boolean): PgBoss {
    const db: Db = {
      executeSql: (text, values) => this.pool.query(text, givenOnly(values)),
    };
    const boss = new PgBoss({
      db,
      schema: 'jobs',
      migrate: false,
      schedule: false,
      supervise: runsJobs,
      flowIntervalSeconds: FLOW_INTERVAL_SECONDS,
    });
    boss.on('error', (error) => this.logger.error({ err: error }, 'The upkeep of the job tables failed'));
    boss.on('warning', ({ message, data }) => this.logger.warn({ data }, message));
    return boss;
  }
}

/** Runs statements in a transaction of the application. */
export function runnerIn({ manager }: Pick<TransactionScope, 'manager'>): SqlRunner {
  return {
    executeSql: async <Row>(text: string, values?: unknown[]) => ({
      rows: await manager.query<Row[]>(text, values),
    }),
  };
}

function runnerOf(client: pg.PoolClient): SqlRunner {
  return {
    executeSql: <Row>(text: string, values?: unknown[]) =>
      client.query<Row & pg.QueryResultRow>(text, givenOnly(values)),
  };
}

/** Several statements in one text are possible only without a list of values, not even an empty one. */
function givenOnly(values: unknown[] | undefined): unknown[] | undefined {
  return values?.length ? values : undefined;
}
