import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';

/** The period of a limit: all time, or one day or month of UTC. */
export type LimitPeriod = 'total' | 'day' | 'month';

/** The most that may be held and spent in each period; no limit when absent. */
export type Limits = Partial<Record<LimitPeriod, number>>;

/** Whose limits: those of a user, or of one of its tokens and the tokens made from that. */
export type LimitOwner = { userId: string; tokenId: string | null };

/** A limit, and how much of it is used in the current period. */
export type LimitState = LimitOwner & {
  period: LimitPeriod;
  allowed: number;
  used: number;
  /** When the period ends; null for `total`. */
  resetsAt: Date | null;
};

/** Every statement about limits. The database itself counts their use. */
@Injectable()
export class LimitsRepository extends Repository {
  /** The limits of a user, and those that apply to the given token; without one, of no token. */
  async list(
    scope: StatementScope,
    userId: string,
    tokenId: string | null,
    now: Date,
  ): Promise<LimitState[]> {
    return this.rows<LimitState>(
      scope,
      `select l.user_id, l.token_id, l.period, l.allowed::float8 as allowed, coalesce(c.used, 0)::float8 as used,
         case when l.period <> 'total' then
           (credit_window(l.period, $3) at time zone 'UTC' + ('1 ' || l.period)::interval) at time zone 'UTC' end as resets_at
       from credit_limits l
       left join credit_counters c on c.limit_id = l.id and c.window_start = credit_window(l.period, $3)
       where l.user_id = $1 and credit_limit_counts(l, $1, $2) order by l.token_id nulls first, l.period`,
      [userId, tokenId, now],
    );
  }

  /** Replaces the limits; what was already used in the current period counts. */
  async replace(
    scope: TransactionScope,
    { userId, tokenId }: LimitOwner,
    limits: Limits,
    now: Date,
  ): Promise<void> {
    const set = Object.entries(limits);
    const [periods, allowed] = [set.map(([period]) => period), set.map(([, credits]) => credits)];
    await this.rows(
      scope,
      `delete from credit_limits where owner_id = coalesce($1::uuid, $2::uuid) and period <> all($3::text[])`,
      [tokenId, userId, periods],
    );
    await this.rows(
      scope,
      `insert into credit_limits (id, user_id, token_id, period, allowed, created_at)
       select g.id, $1, $2, g.period, g.allowed, $6 from unnest($3::uuid[], $4::text[], $5::bigint[]) as g(id, period, allowed)
       on conflict (owner_id, period) do update set allowed = excluded.allowed`,
      [userId, tokenId, periods.map(() => uuidv7()), periods, allowed, now],
    );
  }

  async deleteOf(scope: TransactionScope, userId: string): Promise<void> {
    await this.rows(scope, 'delete from credit_limits where user_id = $1', [userId]);
  }
}
