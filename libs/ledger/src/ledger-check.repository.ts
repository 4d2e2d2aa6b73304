import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope } from '#libs/platform/database';

/** How far what is derived differs from the entries. */
export type LedgerDifference = {
  name: 'holds' | 'grants' | 'limits' | 'resolutions';
  differences: number;
  credits: number;
};

/** Reads the whole book, in one snapshot. */
@Injectable()
export class LedgerCheckRepository extends Repository {
  async differences(scope: StatementScope, now: Date): Promise<LedgerDifference[]> {
    return this.rows<LedgerDifference>(
      scope,
      `with resolved as materialized (
         select h.id, h.user_id, h.token_id, h.created_at, h.amount, e.amount as posted
         from credit_transfers h left join credit_transfers e on e.resolves = h.id where h.type = 'hold'
       ), parts as (
         select f.grant_id, f.amount, r.posted, greatest(0, least(f.amount, r.posted - (sum(f.amount)
           over (partition by f.hold_id order by f.position) - f.amount))) as spent
         from credit_allocations f join resolved r on r.id = f.hold_id
       ), taken as (
         select grant_id, sum(amount) filter (where posted is null) as held, sum(spent) as spent from parts group by 1
       ), given as (
         select grant_id, sum(amount) filter (where type = 'grant') as amount,
           sum(amount) filter (where type = 'expiry') as expired
         from credit_transfers where grant_id is not null group by 1
       ), differing as (
         select 'holds' as name, abs(coalesce(o.amount, 0) - coalesce(r.amount, 0)) as credits
         from credit_holds o full join (select id, amount from resolved where posted is null) r using (id)
         where o.amount is distinct from r.amount
         union all
         select 'grants', abs(g.amount - coalesce(v.amount, 0)) + abs(g.held - coalesce(t.held, 0))
           + abs(g.spent - coalesce(t.spent, 0)) + abs(g.expired - coalesce(v.expired, 0))
         from credit_grants g left join given v on v.grant_id = g.id left join taken t on t.grant_id = g.id
         where (g.amount, g.held, g.spent, g.expired) is distinct from
           (coalesce(v.amount, 0), coalesce(t.held, 0), coalesce(t.spent, 0), coalesce(v.expired, 0))
         union all
         select 'limits', abs(coalesce(c.used, 0) - s.used)
         from (
           select l.id, credit_window(l.period, $1) as start, coalesce(sum(coalesce(r.posted, r.amount)), 0) as used
           from credit_limits l left join resolved r on r.user_id = l.user_id
             and r.created_at >= credit_window(l.period, $1) and credit_limit_counts(l, r.user_id, r.token_id)
           group by l.id
         ) s left join credit_counters c on c.limit_id = s.id and c.window_start = s.start
         where coalesce(c.used, 0) <> s.used
         union all
         select 'resolutions', coalesce(e.amount, 0) - coalesce(h.amount, 0)
         from credit_transfers e left join credit_transfers h on h.id = e.resolves and h.type = 'hold'
         where e.resolves is not null and (h.id is null or e.amount > h.amount)
       )
       select name, count(d.credits)::int as differences, coalesce(sum(d.credits), 0)::float8 as credits
       from unnest(array['holds', 'grants', 'limits', 'resolutions']) as name left join differing d using (name)
       group by 1 order by 1`,
      [now],
    );
  }
}
