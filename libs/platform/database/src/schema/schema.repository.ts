import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { connectionPool } from '../connection-pool.js';
import { RAN_MIGRATIONS_SQL, type RanMigration } from './schema-version.js';

/** What the database says of its own schema. */
@Injectable()
export class SchemaRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The migrations that have run but for those with the numbers `known`, in their order. */
  async listUnknown(known: readonly string[]): Promise<RanMigration[]> {
    return (await connectionPool(this.dataSource).query<RanMigration>(RAN_MIGRATIONS_SQL, [known])).rows;
  }
}
