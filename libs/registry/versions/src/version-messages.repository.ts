import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import type { VersionMessage } from './version-message.entity.js';

@Injectable()
export class VersionMessagesRepository extends Repository {
  /** The messages about a version, oldest first. */
  async list(scope: StatementScope, versionId: string): Promise<VersionMessage[]> {
    return this.rows(scope, 'select * from version_messages where node_version_id = $1 order by id', [
      versionId,
    ]);
  }

  /** Adds a message, unless there are `max` already; then undefined. */
  async insert(
    scope: TransactionScope,
    message: Pick<VersionMessage, 'nodeVersionId' | 'authorId' | 'isFromAdmin' | 'text'>,
    max: number,
  ): Promise<VersionMessage | undefined> {
    return this.row(
      scope,
      `insert into version_messages (id, node_version_id, author_id, is_from_admin, text, created_at)
       select $1, $2, $3, $4, $5, $6
        where (select count(*) from version_messages where node_version_id = $2) < $7 returning *`,
      [
        uuidv7(),
        message.nodeVersionId,
        message.authorId,
        message.isFromAdmin,
        message.text,
        this.clock.now(),
        max,
      ],
    );
  }
}
