import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import { lowestIdAt, Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import { AuditEntry } from './audit-entry.entity.js';

export type AuditFilter = {
  actorId?: string | undefined;
  tokenId?: string | undefined;
  action?: string | undefined;
  targetKind?: string | undefined;
  targetId?: string | undefined;
  /** Only entries from this time on. */
  from?: Date | undefined;
  until?: Date | undefined;
  beforeId?: string | undefined;
  limit: number;
};

/** By the token itself, or in a session that was started with it. */
const BY_TOKEN = `token_id = any(?::uuid || array(
  select id from access_tokens where parent_id = ?::uuid and kind = 'session'))`;

@Injectable()
export class AuditRepository extends Repository {
  async insert(scope: TransactionScope, entry: AuditEntry): Promise<void> {
    await this.manager(scope).insert(AuditEntry, entry as QueryDeepPartialEntity<AuditEntry>);
  }

  /** Removes name and address from the recorded changes of a user; that there were changes stays. */
  async dropPersonalData(scope: TransactionScope, userId: string): Promise<void> {
    await this.rows(
      scope,
      `update audit_entries set before = before - '{name,email}'::text[], after = after - '{name,email}'::text[]
        where target_kind = 'user' and target_id = $1`,
      [userId],
    );
  }

  async list(scope: StatementScope, filter: AuditFilter): Promise<AuditEntry[]> {
    const values: unknown[] = [filter.limit];
    const where = (condition: string, value: unknown): string =>
      value === undefined ? '' : ` and ${condition.replaceAll('?', `$${values.push(value)}`)}`;
    // Only the given conditions, so that the database uses the matching index.
    return this.rows<AuditEntry>(
      scope,
      `select * from audit_entries where true
         ${where('actor_id = ?::uuid', filter.actorId)}
         ${where(BY_TOKEN, filter.tokenId)}
         ${where('action = ?', filter.action)}
         ${where('target_kind = ?', filter.targetKind)}
         ${where('target_id = ?', filter.targetId)}
         ${where('id < ?::uuid', filter.beforeId)}
         ${where('id >= ?::uuid', filter.from && lowestIdAt(filter.from))}
         ${where('id < ?::uuid', filter.until && lowestIdAt(filter.until))}
       order by id desc limit $1`,
      values,
    );
  }

  /** Every action that has entries: one index look-up for each. */
  async listActions(scope: StatementScope): Promise<string[]> {
    const rows = await this.rows<{ action: string }>(
      scope,
      `with recursive known as (
         (select action from audit_entries order by action limit 1)
         union all
         select (select e.action from audit_entries e where e.action > k.action order by e.action limit 1)
         from known k where k.action is not null
       )
       select action from known where action is not null order by action`,
    );
    return rows.map(({ action }) => action);
  }
}
