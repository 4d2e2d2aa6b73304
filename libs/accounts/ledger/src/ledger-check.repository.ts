import { Injectable } from '@nestjs/common';
import {
  columnValues,
  PLANNED_FOR_VALUES,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import type { LedgerCheckResponse } from './dto/ledger-check.response.js';

/** The holds with ids after the first and up to the last of these, with everything that belongs to them. */
export type BookPart = { after: string; upTo: string };

/** The range of all ids. */
export const WHOLE_BOOK: BookPart = {
  after: '00000000-0000-0000-0000-000000000000',
  upTo: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/**
 * Figures by name: for `holds` and `resolutions`, how many differ and by how many credits; for `grants`, what was
 * granted, is held, was spent and has expired; for `limits`, what was used of them.
 */
export type BookFigures = {
  name: 'holds' | 'resolutions' | 'grants' | 'limits';
  id: string | null;
  figures: number[];
};

export type LastCheck = { differences: number; credits: number; checkedAt: Date };

/**
 * Reads the ledger in parts. Everything that belongs to a hold is in its part: its end, what is derived from it, what
 * it takes from grants.
 */
@Injectable()
export class LedgerCheckRepository extends Repository {
  /** Makes the transaction read the state at one moment. Must come first. */
  async beginReading(scope: TransactionScope): Promise<void> {
    await this.rows(scope, 'set transaction isolation level repeatable read, read only');
    // The planner mistakes a range of ids for a single row, and would read a whole part again for each of its rows.
    await this.rows(scope, 'set local enable_nestloop = off');
  }

  /** Keeps the outcome of a check, in place of the one before. */
  async store(scope: StatementScope, checks: readonly LedgerCheckResponse[]): Promise<void> {
    await this.rows(
      scope,
      `insert into ledger_checks (name, differences, credits)
       select * from unnest($1::text[], $2::int[], $3::bigint[])
       on conflict (name) do update set differences = excluded.differences, credits = excluded.credits,
         checked_at = now()`,
      columnValues(checks, 'name', 'differences', 'credits'),
    );
  }

  /** The outcome of the last check. */
  async last(scope: StatementScope): Promise<LastCheck | undefined> {
    return this.row<LastCheck>(
      scope,
      `select sum(differences)::int as differences, sum(credits)::float8 as credits, max(checked_at) as checked_at
       from ledger_checks having count(*) > 0`,
    );
  }

  /** The id of the transfer `entries` after the last one; undefined when there are fewer. */
  async idAfter(scope: StatementScope, last: string, entries: number): Promise<string | undefined> {
    const row = await this.row<{ id: string }>(
      scope,
      'select id from credit_transfers where id > $1 order by id offset $2 limit 1',
      [last, entries - 1],
    );
    return row?.id;
  }

  /** What differs in the part, and what it contributes to grants, and to limits in their current periods. */
  async readPart(scope: StatementScope, { after, upTo }: BookPart, now: Date): Promise<BookFigures[]> {
    return this.rows<BookFigures>(
      scope,
      `${PLANNED_FOR_VALUES}with hold as materialized (
         select id, user_id, token_id, created_at, amount from credit_transfers
         where id > $1 and id <= $2 and type = 'hold'
       ), ended as materialized (
         select resolves as id, amount as posted from credit_transfers where resolves > $1 and resolves <= $2
       ), resolved as materialized (
         select * from hold left join ended using (id)
       ), differing as (
         select 'holds' as name, abs(coalesce(o.amount, 0) - coalesce(r.amount, 0)) as credits
         from (select id, amount from credit_holds where id > $1 and id <= $2) o
         full join (select id, amount from resolved where posted is null) r using (id)
         where o.amount is distinct from r.amount
         union all
         select 'resolutions', posted - coalesce(amount, 0) from ended left join hold using (id)
         where amount is null or posted > amount
       ), taken as (
         -- least() passes over nulls: what is posted of an open hold is 0 here.
         select f.grant_id, f.amount, r.posted, greatest(0, least(f.amount, coalesce(r.posted, 0) - (sum(f.amount)
           over (partition by f.hold_id order by f.position) - f.amount))) as spent
         from credit_allocations f join resolved r on r.id = f.hold_id
         where f.hold_id > $1 and f.hold_id <= $2
       ), used as (
         select user_id, token_id, date_trunc('day', created_at, 'UTC') as day, sum(coalesce(posted, amount)) as used
         from resolved where user_id is not null group by 1, 2, 3
       )
       select name, null as id, array[count(*), sum(credits)]::float8[] as figures from differing group by name
       union all
       select 'grants', grant_id,
         array[0, coalesce(sum(amount) filter (where posted is null), 0), coalesce(sum(spent), 0), 0]::float8[]
       from taken group by grant_id
       union all
       select 'grants', grant_id, array[coalesce(sum(amount) filter (where type = 'grant'), 0), 0,
         coalesce(sum(case when debit_account = user_id then amount else -amount end) filter (where type = 'correction'), 0),
         coalesce(sum(amount) filter (where type = 'expiry'), 0)]::float8[]
       from credit_transfers where id > $1 and id <= $2 and grant_id is not null group by grant_id
       union all
       -- Every period begins with a day.
       select 'limits', l.id, array[sum(used)]::float8[]
       from used u join credit_limits l on l.user_id = u.user_id and u.day >= credit_window(l.period, $3)
         and credit_limit_counts(l, u.user_id, u.token_id)
       group by l.id`,
      [after, upTo, now],
    );
  }

  /** What the database has derived for grants, ordered by id. */
  async listGrants(scope: StatementScope, after: string, limit: number): Promise<BookFigures[]> {
    return this.rows<BookFigures>(
      scope,
      `select 'grants' as name, id, array[amount, held, spent, expired]::float8[] as figures
       from credit_grants where id > $1 order by id limit $2`,
      [after, limit],
    );
  }

  /** What the database has counted for limits in their current periods, ordered by id. */
  async listLimits(scope: StatementScope, after: string, limit: number, now: Date): Promise<BookFigures[]> {
    return this.rows<BookFigures>(
      scope,
      `select 'limits' as name, l.id, array[coalesce(c.used, 0)]::float8[] as figures
       from credit_limits l
       left join credit_counters c on c.limit_id = l.id and c.window_start = credit_window(l.period, $3)
       where l.id > $1 order by l.id limit $2`,
      [after, limit, now],
    );
  }
}
