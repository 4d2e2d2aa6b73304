import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Repository } from '#libs/platform/database';

/** Connections of the pool. */
export type PoolCounts = { open: number; idle: number; waiting: number };

type Pool = { totalCount: number; idleCount: number; waitingCount: number };

/** How the connections of this process to the database stand. */
@Injectable()
export class DatabaseHealthRepository extends Repository {
  constructor(dataSource: DataSource) {
    super(dataSource);
  }

  /** @throws Error when the database does not answer. */
  async ping(): Promise<void> {
    await this.rows('select 1');
  }

  countConnections(): PoolCounts {
    const { master } = this.dataSource.driver as unknown as { master: Pool };
    return { open: master.totalCount, idle: master.idleCount, waiting: master.waitingCount };
  }
}
