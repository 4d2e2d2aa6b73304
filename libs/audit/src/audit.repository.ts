import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import { AuditEntry } from './audit-entry.entity.js';

/** Which entries to list, newest first. */
export type AuditFilter = {
  actorId?: string | undefined;
  action?: string | undefined;
  targetKind?: string | undefined;
  targetId?: string | undefined;
  /** Only entries older than this one. */
  beforeId?: string | undefined;
  limit: number;
};

/** Every query of the table `audit_entries`. */
@Injectable()
export class AuditRepository extends Repository {
  async insert(scope: TransactionScope, entry: AuditEntry): Promise<void> {
    await this.manager(scope).insert(AuditEntry, entry as QueryDeepPartialEntity<AuditEntry>);
  }

  /** Takes name and address out of what was noted of a user's changes; that there were changes stays. */
  async dropPersonalData(scope: TransactionScope, userId: string): Promise<void> {
    await this.rows(
      scope,
      `update audit_entries set before = before - '{name,email}'::text[], after = after - '{name,email}'::text[]
        where target_kind = 'user' and target_id = $1`,
      [userId],
    );
  }

  async list(scope: StatementScope, filter: AuditFilter): Promise<AuditEntry[]> {
    return this.rows<AuditEntry>(
      scope,
      `select * from audit_entries
        where ($1::uuid is null or actor_id = $1)
          and ($2::text is null or action = $2)
          and ($3::text is null or target_kind = $3)
          and ($4::text is null or target_id = $4)
          and ($5::uuid is null or id < $5)
        order by id desc limit $6`,
      [
        filter.actorId ?? null,
        filter.action ?? null,
        filter.targetKind ?? null,
        filter.targetId ?? null,
        filter.beforeId ?? null,
        filter.limit,
      ],
    );
  }
}
