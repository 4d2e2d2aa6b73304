import { Injectable } from '@nestjs/common';
import { connectionPool, Repository, type StatementScope } from '#libs/platform/database';

export type PoolCounts = { open: number; idle: number; waiting: number };

@Injectable()
export class DatabaseHealthRepository extends Repository {
  /**
   * False while it recovers, is a standby, or is set to read-only.
   * @throws Error when the database does not answer.
   */
  async isWritable(scope: StatementScope): Promise<boolean> {
    const row = await this.row<{ isReadOnly: boolean }>(
      scope,
      `select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as is_read_only`,
    );
    return row?.isReadOnly === false;
  }

  countConnections(): PoolCounts {
    const { totalCount, idleCount, waitingCount } = connectionPool(this.dataSource);
    return { open: totalCount, idle: idleCount, waiting: waitingCount };
  }
}
