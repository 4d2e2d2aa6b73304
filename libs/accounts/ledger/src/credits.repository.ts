import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';

/** A user's credits: for started grants, always `granted = available + held + spent + expired`. */
export type CreditFigures = {
  isPrepaid: boolean;
  granted: number;
  available: number;
  held: number;
  spent: number;
  expired: number;
  /** Held for tasks that have not ended, from grants or not. */
  heldForTasks: number;
  openTasks: number;
};

/** An entry of the ledger, as its user sees it. */
export type StatementEntry = {
  id: string;
  type: 'hold' | 'post' | 'void' | 'grant' | 'expiry' | 'correction';
  /** Negative for a correction that gives back. */
  amount: number;
  /** Change of what the user can spend; negative if it takes. */
  change: number;
  isOfGrants: boolean;
  /** What was left of all grants after it; null for a user without grants. */
  left: number | null;
  /** The held amount that a post or void resolves. */
  held: number | null;
  taskId: string | null;
  kind: string | null;
  tokenId: string | null;
  grantId: string | null;
  createdAt: Date;
};

/** Which part of a statement to read: entries before a given one, and what was left of grants before it, if known. */
export type StatementPage = { beforeId: string | undefined; left: number | undefined; limit: number };

/** Reads the accounts of users, and sets whether they are prepaid. */
@Injectable()
export class CreditsRepository extends Repository {
  async figures(scope: StatementScope, userId: string, now: Date): Promise<CreditFigures> {
    const figures = await this.row<CreditFigures>(
      scope,
      `select coalesce(a.is_prepaid, p.is_prepaid) as is_prepaid, g.*, h.*
       from credit_policy p left join credit_accounts a on a.id = $1
       cross join (
         select coalesce(sum(amount), 0)::float8 as granted,
           coalesce(sum(available) filter (where is_usable), 0)::float8 as available,
           coalesce(sum(held), 0)::float8 as held, coalesce(sum(spent), 0)::float8 as spent,
           coalesce(sum(expired + case when is_usable then 0 else available end), 0)::float8 as expired
         from (
           select *, voided_at is null and (expires_at is null or expires_at > $2) as is_usable
           from credit_grants where user_id = $1 and effective_at <= $2
         ) begun
       ) g
       cross join (
         select coalesce(sum(amount), 0)::float8 as held_for_tasks, count(*)::int as open_tasks
         from credit_holds where user_id = $1
       ) h`,
      [userId, now],
    );
    if (!figures) throw new Error('The policy of credits is missing');
    return figures;
  }

  async listEntries(
    scope: StatementScope,
    userId: string,
    { beforeId, left, limit }: StatementPage,
  ): Promise<StatementEntry[]> {
    return this.rows<StatementEntry>(
      scope,
      `select e.*,
         coalesce($4, case when $2::uuid is null then (select sum(available)::float8 from credit_grants where user_id = $1) end)
           - coalesce(sum(change) filter (where is_of_grants) over (order by id desc rows between unbounded preceding and 1 preceding), 0)
           as left
       from (
         select t.id, t.type, case when t.type = 'correction' and t.credit_account = $1 then -t.amount else t.amount end as amount,
           case when h.id is not null then h.amount - t.amount
                when t.type = 'grant' or t.credit_account = $1 then t.amount else -t.amount end as change,
           t.grant_id is not null
             or exists (select from credit_allocations a where a.hold_id = coalesce(t.resolves, t.id)) as is_of_grants,
           h.amount as held, case when t.type = 'hold' then t.id else t.resolves end as task_id,
           coalesce(t.kind, h.kind) as kind, t.token_id, t.grant_id, t.created_at
         from (
           select * from credit_transfers where user_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3
         ) t left join credit_transfers h on h.id = t.resolves
       ) e order by id desc`,
      [userId, beforeId ?? null, limit, left ?? null],
    );
  }

  /** Whether the user pays from grants only; null for the installation's default. Locks the account. */
  async findPrepaid(scope: TransactionScope, userId: string): Promise<boolean | null> {
    const sql = 'select is_prepaid from credit_accounts where id = $1 for no key update';
    return (await this.row<{ isPrepaid: boolean | null }>(scope, sql, [userId]))?.isPrepaid ?? null;
  }

  async setPrepaid(scope: TransactionScope, userId: string, isPrepaid: boolean | null): Promise<void> {
    await this.rows(
      scope,
      `insert into credit_accounts (id, type, name, is_prepaid) values ($1::uuid, 'user', $1::text, $2)
       on conflict (id) do update set is_prepaid = excluded.is_prepaid`,
      [userId, isPrepaid],
    );
  }

  /** The default for users without a decision of their own. */
  async setPolicy(scope: StatementScope, isPrepaid: boolean): Promise<void> {
    await this.rows(scope, 'update credit_policy set is_prepaid = $1 where is_prepaid <> $1', [isPrepaid]);
  }
}
