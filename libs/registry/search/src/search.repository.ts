import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope } from '#libs/platform/database';
import type { SearchDatabase } from './search-database.js';

@Injectable()
export class SearchRepository extends Repository {
  /** In the caller's transaction, or each statement on any free connection. */
  in(scope: StatementScope): SearchDatabase {
    return {
      query: <Row>(sql: string, parameters: readonly unknown[]) => this.rows<Row>(scope, sql, parameters),
    };
  }
}
