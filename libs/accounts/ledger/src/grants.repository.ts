import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import { ISSUER, REVENUE } from './account-ids.js';

export const GRANT_CATEGORIES = ['paid', 'promotion', 'refund', 'plan', 'other'] as const;
export type GrantCategory = (typeof GRANT_CATEGORIES)[number];

export type GrantTerms = {
  category: GrantCategory;
  note: string;
  /** Grants with a lower number are used first. */
  priority: number;
  effectiveAt: Date;
  expiresAt: Date | null;
};

/** Credits granted to a user: always `amount = available + held + spent + expired`. */
export type Grant = GrantTerms & {
  id: string;
  userId: string;
  voidedAt: Date | null;
  createdAt: Date;
  amount: number;
  available: number;
  held: number;
  spent: number;
  expired: number;
};

@Injectable()
export class GrantsRepository extends Repository {
  async insert(
    scope: TransactionScope,
    grant: GrantTerms & Pick<Grant, 'id' | 'userId' | 'amount' | 'createdAt'>,
  ): Promise<void> {
    await this.rows(
      scope,
      `with given as (
         insert into credit_grants (id, user_id, category, note, priority, effective_at, expires_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
       )
       insert into credit_transfers (id, type, debit_account, credit_account, amount, user_id, grant_id, created_at)
       values ($1, 'grant', $10, $2, $9, $2, $1, $8)`,
      [
        ...[grant.id, grant.userId, grant.category, grant.note, grant.priority],
        ...[grant.effectiveAt, grant.expiresAt, grant.createdAt, grant.amount, ISSUER],
      ],
    );
  }

  async find(scope: StatementScope, userId: string, id: string): Promise<Grant | undefined> {
    return this.row<Grant>(scope, 'select * from credit_grants where id = $1 and user_id = $2', [id, userId]);
  }

  async list(
    scope: StatementScope,
    userId: string,
    page: { beforeId: string | undefined; limit: number },
  ): Promise<Grant[]> {
    return this.rows<Grant>(
      scope,
      `select * from credit_grants where user_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
      [userId, page.beforeId ?? null, page.limit],
    );
  }

  /** @returns Whether it was not voided before. */
  async markVoided(scope: TransactionScope, id: string, at: Date): Promise<boolean> {
    return this.hasRow(
      scope,
      'update credit_grants set voided_at = $2 where id = $1 and voided_at is null returning id',
      [id, at],
    );
  }

  /** @param credits Charged to what is left, or given back of what was spent when negative. */
  async correct(
    scope: TransactionScope,
    correction: { id: string; userId: string; grantId: string; credits: number; createdAt: Date },
  ): Promise<void> {
    const { id, userId, grantId, credits, createdAt } = correction;
    const [debit, credit] = credits > 0 ? [userId, REVENUE] : [REVENUE, userId];
    await this.rows(
      scope,
      `insert into credit_transfers (id, type, debit_account, credit_account, amount, user_id, grant_id, created_at)
       values ($1, 'correction', $2, $3, $4, $5, $6, $7)`,
      [id, debit, credit, Math.abs(credits), userId, grantId, createdAt],
    );
  }

  /** Grants that have ended with something left. */
  async listEnded(scope: StatementScope, now: Date, limit: number): Promise<Pick<Grant, 'id' | 'userId'>[]> {
    return this.rows(
      scope,
      `(select id, user_id from credit_grants where available > 0 and expires_at <= $1 order by expires_at limit $2)
       union
       (select id, user_id from credit_grants where available > 0 and voided_at is not null order by id limit $2)
       limit $2`,
      [now, limit],
    );
  }

  /** Locks the accounts: whatever holds, settles or releases credits of these users waits until the transaction ends. */
  async lockAccounts(scope: TransactionScope, userIds: readonly string[]): Promise<void> {
    await this.rows(
      scope,
      'select from credit_accounts where id = any($1::uuid[]) order by id for no key update',
      [userIds],
    );
  }

  async expire(
    scope: TransactionScope,
    grants: readonly { id: string; transferId: string }[],
    now: Date,
  ): Promise<void> {
    await this.rows(
      scope,
      `insert into credit_transfers (id, type, debit_account, credit_account, amount, user_id, grant_id, created_at)
       select t.transfer_id, 'expiry', g.user_id, $4, g.available, g.user_id, g.id, $3
       from unnest($1::uuid[], $2::uuid[]) as t(id, transfer_id) join credit_grants g on g.id = t.id
       where g.available > 0 and (g.voided_at is not null or g.expires_at <= $3)`,
      [grants.map(({ id }) => id), grants.map(({ transferId }) => transferId), now, ISSUER],
    );
  }
}
