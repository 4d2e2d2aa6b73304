import { Injectable } from '@nestjs/common';
import { Conditions, PLANNED_FOR_VALUES, Repository, type StatementScope } from '#libs/platform/database';
import { WITHOUT_TOKEN } from '../account-ids.js';
import type { UsageGroup } from './dto/usage.request.js';
import type { UsageRow } from './dto/usage.response.js';

/** Which usage to read. */
export type UsageFilter = {
  /** All accounts when absent. */
  accountId: string | undefined;
  /** First and last day. */
  from: string;
  to: string;
  /** At least one. */
  groups: readonly UsageGroup[];
};

/** What tells rows apart. */
const COLUMNS: Readonly<Record<UsageGroup, string>> = {
  user: 'account_id',
  day: 'day',
  kind: 'kind',
  token: 'token_id',
  provider: 'provider',
};
/** The same as it is shown: made once for each group, as it takes longer than to add a row. */
const SHOWN: Readonly<Record<UsageGroup, string>> = {
  ...COLUMNS,
  user: `nullif(account_id, '${WITHOUT_TOKEN}') as user_id`,
  day: `to_char(day, 'YYYY-MM-DD') as day`,
};

/**
 * What transfers add to the row of their task. Each is a hold `t`, or an end `t` of the hold `h`. An end that names a provider of
 * its own takes the task from the row of the provider that was meant to do it (`not is_own`) to that of the one that did.
 */
const ADDED = `
  t.debit_account as account_id, (coalesce(h.created_at, t.created_at) at time zone 'UTC')::date as day,
  coalesce(h.kind, t.kind) as kind, t.token_id,
  case when is_own then coalesce(t.provider, h.provider) else h.provider end as provider,
  case when is_own then (t.provider is not null)::int else -1 end as tasks,
  (is_own and t.type = 'post')::int as succeeded, (is_own and t.type = 'void')::int as failed,
  case when not is_own then -h.amount when h.id is null then t.amount when t.provider is null then 0 else h.amount end as price,
  case when is_own then coalesce(h.amount, 0) else 0 end as ended_price,
  case when is_own and h.id is not null then t.amount else 0 end as spent`;
const HOLDS = `left join credit_transfers h on h.id = t.resolves
  cross join lateral (
    select true as is_own union all select false where t.resolves is not null and t.provider is not null
  ) side`;

/** The figures of rows with the same keys, added up. */
const SUMS = `sum(tasks) as tasks, sum(succeeded) as succeeded, sum(failed) as failed, sum(price) as price,
  sum(ended_price) as ended_price, sum(spent) as spent`;

/** Which rows of `credit_usage_totals` a grouping set makes: of a kind and provider, of a user, or of a token. */
const PART = `case when grouping(kind) = 0 then 'kind' when grouping(token_id) = 0 then 'token' else 'user' end`;

/** Adds figures to those that are there. `u` is the table. */
const ADD_FIGURES = `
  tasks = u.tasks + excluded.tasks, succeeded = u.succeeded + excluded.succeeded, failed = u.failed + excluded.failed,
  price = u.price + excluded.price, ended_price = u.ended_price + excluded.ended_price, spent = u.spent + excluded.spent`;

const EVER = { from: '0001-01-01', to: '9999-12-31' };

/** Statements on what was used: days that are added up, and what waits to be added. Each transfer is in one of them. */
@Injectable()
export class UsageRepository extends Repository {
  /**
   * The usage of the days by groups, in their order.
   * @param limit The most rows to give.
   */
  async list(
    scope: StatementScope,
    { accountId, from, to, groups }: UsageFilter,
    limit: number,
  ): Promise<UsageRow[]> {
    const conditions = new Conditions();
    conditions.add(`day between ${conditions.given(from)} and ${conditions.given(to)}`);
    if (accountId !== undefined) conditions.add(`account_id = ${conditions.given(accountId)}`);
    const keys = groups.map((group) => COLUMNS[group]).join(', ');
    const places = groups.map((_, index) => index + 1).join(', ');
    return this.rows<UsageRow>(
      scope,
      `${PLANNED_FOR_VALUES}select ${groups.map((group) => SHOWN[group]).join(', ')}, ${FIGURES}
         from (
           select ${keys}, ${SUMS} from ${daysOf(groups, accountId)} and ${conditions.text} group by ${places}
           union all
           select ${keys}, ${SUMS} from (
             select ${ADDED} from credit_usage_waiting w
               join credit_transfers t on t.id = w.transfer_id ${HOLDS}
              where ${accountId === undefined ? 'true' : `w.account_id = ${conditions.given(accountId)}`}
           ) waiting where ${conditions.text} group by ${places}
         ) used
        group by ${keys} having sum(tasks) <> 0 order by ${places} limit ${limit}`,
      conditions.parameters,
    );
  }

  /** What all tasks of an account have cost. */
  async spentBy(scope: StatementScope, accountId: string): Promise<number> {
    const rows = await this.list(scope, { accountId, ...EVER, groups: ['user'] }, 1);
    return rows[0]?.credits ?? 0;
  }

  /**
   * Adds transfers that wait to their days; each of them once, as it waits no more when this commits.
   * @returns How many.
   */
  async addWaiting(scope: StatementScope, most: number): Promise<number> {
    const added = await this.row<{ transfers: number }>(
      scope,
      `with due as (
         delete from credit_usage_waiting where transfer_id in (
           select transfer_id from credit_usage_waiting order by transfer_id limit $1 for update skip locked
         ) returning transfer_id),
       added as (
         select account_id, day, kind, token_id, provider, ${SUMS}
           from (
             select ${ADDED} from due
               join credit_transfers t on t.id = due.transfer_id ${HOLDS}
           ) transfers
          group by 1, 2, 3, 4, 5),
       counted as (
         insert into credit_usage as u select * from added order by 1, 2, 3, 4, 5
         on conflict on constraint uq_credit_usage do update set ${ADD_FIGURES}),
       totalled as (
         insert into credit_usage_totals as u
         select ${PART} as part, day, account_id, token_id, kind, provider, ${SUMS} from added
          group by grouping sets ((day, kind, provider), (day, account_id), (day, account_id, token_id))
          order by part, account_id, day, token_id, kind, provider
         on conflict on constraint uq_credit_usage_totals do update set ${ADD_FIGURES})
       select count(*)::int as transfers from due`,
      [most],
    );
    return added?.transfers ?? 0;
  }
}

/** Where the fewest rows tell these groups apart, of an account or of all. */
function daysOf(groups: readonly UsageGroup[], accountId: string | undefined): string {
  const isOfUsers = accountId !== undefined || groups.includes('user');
  const isOfTokens = groups.includes('token');
  const isByKind = groups.includes('kind') || groups.includes('provider');
  if (isByKind && (isOfUsers || isOfTokens)) return 'credit_usage where true';
  const part = isOfTokens ? 'token' : isOfUsers ? 'user' : 'kind';
  return `credit_usage_totals where part = '${part}'`;
}

const FIGURES = `sum(tasks)::int as tasks, sum(succeeded)::int as succeeded, sum(failed)::int as failed,
  sum(spent)::float8 as credits, sum(price - ended_price)::float8 as held`;
