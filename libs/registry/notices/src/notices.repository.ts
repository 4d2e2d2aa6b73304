import { Injectable } from '@nestjs/common';
import {
  columnValues,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import type { Notice } from './notice.entity.js';

@Injectable()
export class NoticesRepository extends Repository {
  async insert(
    scope: TransactionScope,
    notices: readonly Pick<
      Notice,
      'id' | 'userId' | 'nodeId' | 'version' | 'reportId' | 'subject' | 'text'
    >[],
  ): Promise<void> {
    await this.rows(
      scope,
      `insert into notices (id, user_id, node_id, version, report_id, subject, text, created_at)
       select *, $8 from unnest(
         $1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::text[])`,
      [
        ...columnValues(notices, 'id', 'userId', 'nodeId', 'version', 'reportId', 'subject', 'text'),
        this.clock.now(),
      ],
    );
  }

  async find(scope: StatementScope, id: string): Promise<Notice | undefined> {
    return this.row(scope, 'select * from notices where id = $1', [id]);
  }

  /** The notices of a user, newest first. */
  async list(
    scope: StatementScope,
    userId: string,
    before: string | undefined,
    limit: number,
  ): Promise<Notice[]> {
    return this.rows(
      scope,
      `select * from notices where user_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
      [userId, before ?? null, limit],
    );
  }

  async setMailed(scope: StatementScope, id: string): Promise<void> {
    await this.rows(scope, 'update notices set mailed_at = $2 where id = $1', [id, this.clock.now()]);
  }
}
