import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope } from '#libs/platform/database';

/** What triggers count: statements that wrote to a table whose rows the public sees. */
@Injectable()
export class PublicWritesRepository extends Repository {
  /** A text that is another one after each commit that changed what the public sees. */
  async state(scope: StatementScope): Promise<string> {
    const row = await this.row<{ state: string }>(
      scope,
      'select coalesce(sum(count), 0)::text as state from public_writes',
    );
    return row?.state ?? '';
  }
}
