import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import type { NodeVersion } from '#libs/registry/versions/store';
import type { Rescan } from './rescan.entity.js';

/** Versions with an archive that broke no rule, and which are, or may become, active. */
const SCANNED = `archive_key is not null and archive_refusal is null
  and status in ('NodeVersionStatusActive', 'NodeVersionStatusFlagged')`;

/** What the scan of some versions adds to the figures of a rescan. */
export type RescanStep = { lastVersionId: string; done: number; failed: number; found: number };

@Injectable()
export class RescansRepository extends Repository {
  /** Adds a rescan. @returns undefined while another runs. */
  async insert(scope: TransactionScope, userId: string, holds: boolean): Promise<Rescan | undefined> {
    // Held until the transaction ends, so that two requests cannot both find none.
    await this.rows(scope, 'lock table rescans in share row exclusive mode', []);
    return this.row<Rescan>(
      scope,
      `insert into rescans (id, holds, requested_by, started_at, total)
       select $1, $2, $3, $4, (select count(*) from node_versions where ${SCANNED})
        where not exists (select from rescans where ended_at is null) returning *`,
      [uuidv7(), holds, userId, this.clock.now()],
    );
  }

  async find(scope: StatementScope, id: string): Promise<Rescan | undefined> {
    return this.row<Rescan>(scope, 'select * from rescans where id = $1', [id]);
  }

  /** The last rescans, newest first. */
  async list(scope: StatementScope, limit: number): Promise<Rescan[]> {
    return this.rows<Rescan>(scope, 'select * from rescans order by id desc limit $1', [limit]);
  }

  async listNext(scope: StatementScope, after: string | null, limit: number): Promise<NodeVersion[]> {
    return this.rows<NodeVersion>(
      scope,
      `select * from node_versions where ${SCANNED} and ($1::uuid is null or id > $1) order by id limit $2`,
      [after, limit],
    );
  }

  async advance(scope: StatementScope, id: string, step: RescanStep): Promise<void> {
    await this.rows(
      scope,
      `update rescans set last_version_id = $2, done = done + $3, failed = failed + $4, found = found + $5
        where id = $1 and (last_version_id is null or last_version_id < $2)`,
      [id, step.lastVersionId, step.done, step.failed, step.found],
    );
  }

  async end(scope: StatementScope, id: string): Promise<void> {
    await this.rows(scope, 'update rescans set ended_at = $2 where id = $1 and ended_at is null', [
      id,
      this.clock.now(),
    ]);
  }

  async putInDoubt(scope: TransactionScope, versionId: string, reason: string): Promise<void> {
    await this.rows(
      scope,
      `insert into version_doubts (node_version_id, reason, since) values ($1, $2, $3)
       on conflict (node_version_id) do update set reason = excluded.reason`,
      [versionId, reason, this.clock.now()],
    );
  }

  async clearDoubt(scope: TransactionScope, versionId: string): Promise<void> {
    await this.rows(scope, 'delete from version_doubts where node_version_id = $1', [versionId]);
  }
}
