import { Injectable } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import { DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { Clock } from '#libs/platform/clock';
import { refuseInTransaction } from '#libs/platform/runtime';
import type { Conditions } from './conditions.js';
import { toProperties } from './column-names.js';
import { connectionPool } from './connection-pool.js';
import { PLANNED_FOR_VALUES } from './named-statement-client.js';
import { managerOf, NO_TRANSACTION, type StatementScope, type TransactionScope } from './statement-scope.js';

/** Base of the repositories. Each of their methods takes the scope that its statements run in, first. */
@Injectable()
export abstract class Repository {
  constructor(
    protected readonly dataSource: DataSource,
    protected readonly clock: Clock,
  ) {}

  /** The manager of the transaction, or one that takes any free connection. */
  protected manager(scope: StatementScope): EntityManager {
    return managerOf(this.dataSource, scope);
  }

  /**
   * Rows of a plain, parameterised statement (`$1`, `$2`, …): selected ones, or those of a `returning`. A column
   * `node_id` is the property `nodeId` of a row.
   * @throws QueryFailedError when the database refuses the statement.
   */
  protected async rows<Row>(
    scope: StatementScope,
    sql: string,
    parameters: readonly unknown[] = [],
  ): Promise<Row[]> {
    const values = [...parameters];
    const runner = scope === NO_TRANSACTION ? undefined : scope.manager.queryRunner;
    if (!runner) return this.rowsOfPool<Row>(sql, values);
    const { records } = await runner.query(sql, values, true);
    return toProperties<Row>(records as Record<string, unknown>[]);
  }

  /** The first row of a statement, as `rows` gives it. */
  protected async row<Row>(
    scope: StatementScope,
    sql: string,
    parameters: readonly unknown[] = [],
  ): Promise<Row | undefined> {
    return (await this.rows<Row>(scope, sql, parameters))[0];
  }

  /** Whether a statement gives a row: one that it found, or has changed. */
  protected async hasRow(
    scope: StatementScope,
    sql: string,
    parameters: readonly unknown[] = [],
  ): Promise<boolean> {
    return (await this.rows(scope, sql, parameters)).length > 0;
  }

  /**
   * How many rows there are, counted up to `most`.
   * @param from What follows `from`, such as a table or a join.
   */
  protected async countUpTo(
    scope: StatementScope,
    most: number,
    from: string,
    { text, parameters }: Conditions,
  ): Promise<number> {
    const counted = await this.row<{ total: number }>(
      scope,
      `${PLANNED_FOR_VALUES}select count(*)::int as total from (select from ${from} where ${text} limit ${most}) as counted`,
      parameters,
    );
    return counted?.total ?? 0;
  }

  /**
   * Until the transaction ends, others that lock one of the keys wait. All take them in the same order.
   * @param of What the keys are of, so that they are not those of another lock.
   */
  protected async lockKeys(scope: TransactionScope, of: string, keys: readonly string[]): Promise<void> {
    await this.rows(
      scope,
      `select pg_advisory_xact_lock(hashtextextended($1 || ' ' || key, 0))
         from (select distinct key from unnest($2::text[]) as given(key) order by key) ordered`,
      [of, keys],
    );
  }

  private async rowsOfPool<Row>(sql: string, values: unknown[]): Promise<Row[]> {
    refuseInTransaction('takes a second connection');
    const pool = connectionPool(this.dataSource);
    try {
      return toProperties<Row>((await pool.query<QueryResultRow>(sql, values)).rows);
    } catch (error) {
      throw error instanceof Error ? new QueryFailedError(sql, values, error) : error;
    }
  }
}
