import { Injectable } from '@nestjs/common';
import {
  columnValues,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import { COST, REVENUE, WITHOUT_TOKEN } from './account-ids.js';

export type Hold = {
  taskId: string;
  /** Null for a task without a token. */
  userId: string | null;
  tokenId: string | null;
  kind: string;
  provider: string;
  credits: number;
  createdAt: Date;
  expiresAt: Date;
};

/** A task that ends, and its last provider; null if no longer known. */
export type EndedWork = { taskId: string; provider: string | null };

/** How the hold of a task ends: with its real cost. */
export type Settlement = EndedWork & { credits: number };

/** What a vendor bills for an order; `credits` may have decimals. */
export type VendorCost = { orderKey: string; taskId: string; credits: number };

/** The hold of a task, or its end: what was charged (`post`), or that it was released (`void`). */
export type TaskEntry = { taskId: string; type: 'hold' | 'post' | 'void'; credits: number; createdAt: Date };

/** Every statement that adds to `credit_transfers`; triggers of the database derive the rest. */
@Injectable()
export class LedgerRepository extends Repository {
  /** Adds holds for tasks that have none. */
  async insertHolds(scope: TransactionScope, holds: readonly Hold[]): Promise<void> {
    await this.rows(
      scope,
      `insert into credit_transfers
         (id, type, debit_account, credit_account, amount, user_id, token_id, kind, provider, created_at, expires_at)
       select id, 'hold', coalesce(user_id, $9), $10, credits, user_id, token_id, kind, provider, created_at, expires_at
       from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::int[], $7::timestamptz[], $8::timestamptz[])
         as g(id, user_id, token_id, kind, provider, credits, created_at, expires_at)
       on conflict (id) do nothing`,
      [
        ...columnValues(holds, 'taskId', 'userId', 'tokenId', 'kind', 'provider'),
        ...columnValues(holds, 'credits', 'createdAt', 'expiresAt'),
        WITHOUT_TOKEN,
        REVENUE,
      ],
    );
  }

  /**
   * Ends open holds; those that have already ended are not changed.
   * @param ends The `id` of each entry; `credits` is null to release a whole hold. `provider` is stored if it
   * differs.
   */
  async endHolds(
    scope: TransactionScope,
    ends: readonly (EndedWork & { id: string; credits: number | null })[],
    createdAt: Date,
  ): Promise<void> {
    await this.rows(
      scope,
      `insert into credit_transfers
         (id, type, debit_account, credit_account, amount, resolves, user_id, token_id, provider, created_at)
       select g.id, case when g.credits is null then 'void' else 'post' end, h.debit_account, h.credit_account,
         coalesce(g.credits, 0), h.id, h.user_id, h.token_id, nullif(g.provider, h.provider), $4
       from unnest($1::uuid[], $2::uuid[], $3::int[], $5::text[]) as g(id, task_id, credits, provider)
       -- By the index one by one, also while the planner knows an empty table only.
       cross join lateral (select * from credit_transfers where id = g.task_id and type = 'hold' offset 0) h
       order by h.id
       on conflict (resolves) where resolves is not null do nothing`,
      [...columnValues(ends, 'id', 'taskId', 'credits'), createdAt, ends.map(({ provider }) => provider)],
    );
  }

  /** Tasks with an overdue open hold, ordered by id. */
  async listOverdue(
    scope: StatementScope,
    now: Date,
    after: string | undefined,
    limit: number,
  ): Promise<string[]> {
    const rows = await this.rows<{ id: string }>(
      scope,
      `select id from credit_holds where expires_at < $1 and ($2::uuid is null or id > $2) order by id limit $3`,
      [now, after ?? null, limit],
    );
    return rows.map(({ id }) => id);
  }

  async listOfTasks(scope: StatementScope, taskIds: readonly string[]): Promise<TaskEntry[]> {
    return this.rows<TaskEntry>(
      scope,
      `select id as task_id, type, amount as credits, created_at from credit_transfers
        where id = any($1) and type = 'hold'
       union all
       select resolves, type, amount, created_at from credit_transfers where resolves = any($1)`,
      [taskIds],
    );
  }

  /** Adds what a vendor bills, once per order. */
  async insertCosts(
    scope: TransactionScope,
    vendor: string,
    costs: readonly (VendorCost & { id: string })[],
    createdAt: Date,
  ): Promise<void> {
    await this.rows(
      scope,
      `with vendor as (
         insert into credit_accounts (id, type, name) values (md5('vendor ' || $1)::uuid, 'vendor', $1)
         on conflict do nothing
       )
       insert into credit_transfers
         (id, type, debit_account, credit_account, amount, billed, provider, order_key, task_id, created_at)
       select id, 'cost', $7, md5('vendor ' || $1)::uuid, ceil(credits), credits, $1, order_key, task_id, $6
       from unnest($2::uuid[], $3::text[], $4::uuid[], $5::numeric[]) as g(id, order_key, task_id, credits)
       on conflict (order_key) where order_key is not null do nothing`,
      [vendor, ...columnValues(costs, 'id', 'orderKey', 'taskId', 'credits'), createdAt, COST],
    );
  }
}
