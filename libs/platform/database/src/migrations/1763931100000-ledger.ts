import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The accounts that are of nobody, by what is in `libs/accounts/ledger/src/account-ids.ts`. */
const [WITHOUT_TOKEN, ISSUER, REVENUE, COST] = [1, 2, 3, 4].map(
  (n) => `'00000000-0000-7000-8000-00000000000${n}'`,
);

/** Tables whose rows are never changed nor taken away. */
const APPEND_ONLY = ['credit_transfers', 'credit_allocations'];

/**
 * The ledger: transfers between accounts, which are only ever added, and what the database derives from them by itself: open
 * holds, what is left of grants, and counters of limits.
 */
export class Ledger1763931100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createEntries(runner);
    await createDerived(runner);
    await copyTasks(runner);
    await createFunctions(runner);
    await createTriggers(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['begin_credit_limit()', 'apply_credit_transfers()'])
      await runner.query(`drop function ${name} cascade`);
    await runner.query('drop function credit_limit_counts');
    await runner.query(
      'drop table credit_counters, credit_limits, credit_allocations, credit_grants, credit_holds',
    );
    await runner.query('drop table credit_transfers, credit_accounts, credit_policy');
    for (const name of ['lock_credit_user()', 'refuse_credit_change()', 'credit_window(text, timestamptz)'])
      await runner.query(`drop function ${name}`);
  }
}

async function createEntries(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table credit_accounts (
      id uuid not null,
      type text not null,
      name text not null,
      is_prepaid boolean,
      created_at timestamptz not null default now(),
      constraint pk_credit_accounts primary key (id),
      constraint uq_credit_accounts_type_name unique (type, name),
      constraint ck_credit_accounts_type
        check (type in ('user', 'without_token', 'issuer', 'revenue', 'cost', 'vendor'))
    )`);
  await runner.query(`
    insert into credit_accounts (id, type, name) values
      (${WITHOUT_TOKEN}, 'without_token', ''), (${ISSUER}, 'issuer', ''), (${REVENUE}, 'revenue', ''), (${COST}, 'cost', '')`);
  await runner.query(`
    create table credit_policy (
      is_only boolean not null default true,
      is_prepaid boolean not null default false,
      constraint pk_credit_policy primary key (is_only),
      constraint ck_credit_policy_is_only check (is_only)
    )`);
  await runner.query('insert into credit_policy default values');
  await runner.query(`
    create table credit_transfers (
      id uuid not null,
      type text not null,
      debit_account uuid not null,
      credit_account uuid not null,
      amount integer not null,
      resolves uuid,
      user_id uuid,
      token_id uuid,
      kind text,
      provider text,
      task_id uuid,
      order_key text,
      grant_id uuid,
      expires_at timestamptz,
      created_at timestamptz not null default now(),
      xact xid8 not null default pg_current_xact_id(),
      constraint pk_credit_transfers primary key (id),
      constraint ck_credit_transfers_type check (type in ('hold', 'post', 'void', 'grant', 'expiry', 'cost')),
      constraint ck_credit_transfers_amount check (amount >= 0 and (type <> 'void' or amount = 0)),
      constraint ck_credit_transfers_accounts check (debit_account <> credit_account),
      constraint ck_credit_transfers_resolves check ((type in ('post', 'void')) = (resolves is not null)),
      constraint ck_credit_transfers_grant check ((type in ('grant', 'expiry')) = (grant_id is not null)),
      constraint ck_credit_transfers_cost check ((type = 'cost') = (order_key is not null)),
      constraint ck_credit_transfers_hold check ((type = 'hold') = (expires_at is not null))
    )`);
}

async function createDerived(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table credit_holds (
      id uuid not null,
      user_id uuid,
      amount integer not null,
      expires_at timestamptz not null,
      constraint pk_credit_holds primary key (id)
    )`);
  await runner.query(`
    create table credit_grants (
      id uuid not null,
      user_id uuid not null,
      category text not null,
      note text not null default '',
      priority smallint not null default 0,
      effective_at timestamptz not null,
      expires_at timestamptz,
      voided_at timestamptz,
      created_at timestamptz not null default now(),
      amount integer not null default 0,
      available integer not null default 0,
      held integer not null default 0,
      spent integer not null default 0,
      expired integer not null default 0,
      constraint pk_credit_grants primary key (id),
      constraint ck_credit_grants_times check (expires_at is null or expires_at > effective_at),
      constraint ck_credit_grants_parts check (available >= 0 and held >= 0 and spent >= 0 and expired >= 0),
      constraint ck_credit_grants_sum check (amount = available + held + spent + expired)
    )`);
  await runner.query(`
    create table credit_allocations (
      hold_id uuid not null,
      position smallint not null,
      grant_id uuid not null,
      amount integer not null,
      constraint pk_credit_allocations primary key (hold_id, position),
      constraint fk_credit_allocations_grant_id foreign key (grant_id) references credit_grants (id),
      constraint ck_credit_allocations_amount check (amount > 0)
    )`);
  await runner.query(`
    create table credit_limits (
      id uuid not null,
      user_id uuid not null,
      token_id uuid,
      owner_id uuid not null generated always as (coalesce(token_id, user_id)) stored,
      period text not null,
      allowed bigint not null,
      created_at timestamptz not null default now(),
      constraint pk_credit_limits primary key (id),
      constraint uq_credit_limits_owner_id_period unique (owner_id, period),
      constraint fk_credit_limits_user_id foreign key (user_id) references users (id) on delete cascade,
      constraint ck_credit_limits_period check (period in ('total', 'day', 'month')),
      constraint ck_credit_limits_allowed check (allowed >= 0)
    )`);
  await runner.query('create index ix_credit_limits_user_id on credit_limits (user_id)');
  await runner.query(`
    create table credit_counters (
      limit_id uuid not null,
      window_start timestamptz not null,
      used bigint not null,
      constraint pk_credit_counters primary key (limit_id, window_start),
      constraint fk_credit_counters_limit_id foreign key (limit_id) references credit_limits (id) on delete cascade,
      constraint ck_credit_counters_used check (used >= 0)
    )`);
}

/** What tasks cost so far: each a hold, and its end where the task has one. */
async function copyTasks(runner: QueryRunner): Promise<void> {
  await runner.query(`
    insert into credit_transfers
      (id, type, debit_account, credit_account, amount, user_id, token_id, kind, provider, expires_at, created_at)
    select id, 'hold', coalesce(user_id, ${WITHOUT_TOKEN}), ${REVENUE}, credits, user_id, token_id, kind, provider,
      created_at + interval '7 days', created_at
    from tasks`);
  await runner.query(`
    insert into credit_transfers
      (id, type, debit_account, credit_account, amount, resolves, user_id, token_id, created_at)
    select (lpad(to_hex((extract(epoch from finished_at) * 1000)::bigint), 12, '0')
        || '7' || substr(md5(id::text), 1, 3) || '8' || substr(md5(id::text), 4, 15))::uuid,
      case status when 'succeeded' then 'post' else 'void' end,
      coalesce(user_id, ${WITHOUT_TOKEN}), ${REVENUE}, case status when 'succeeded' then credits else 0 end,
      id, user_id, token_id, finished_at
    from tasks where status in ('succeeded', 'failed', 'canceled') and finished_at is not null`);
  await runner.query(`
    insert into credit_holds select id, user_id, credits, created_at + interval '7 days' from tasks
    where status not in ('succeeded', 'failed', 'canceled') or finished_at is null`);
  await runner.query(`
    insert into credit_accounts (id, type, name)
    select distinct user_id, 'user', user_id::text from tasks where user_id is not null`);
  await runner.query(
    'create unique index uq_credit_transfers_resolves on credit_transfers (resolves) where resolves is not null',
  );
  await runner.query(
    'create unique index uq_credit_transfers_order_key on credit_transfers (order_key) where order_key is not null',
  );
  await runner.query(
    'create index ix_credit_transfers_user_id_id on credit_transfers (user_id, id) where user_id is not null',
  );
  await runner.query('create index ix_credit_transfers_xact on credit_transfers (xact)');
  await runner.query('create index ix_credit_holds_user_id on credit_holds (user_id)');
  await runner.query('create index ix_credit_holds_expires_at on credit_holds (expires_at)');
  await runner.query('create index ix_credit_grants_user_id_id on credit_grants (user_id, id)');
  await runner.query(
    'create index ix_credit_grants_expires_at on credit_grants (expires_at) where available > 0 and expires_at is not null',
  );
  await runner.query(
    'create index ix_credit_grants_voided on credit_grants (id) where available > 0 and voided_at is not null',
  );
}

async function createFunctions(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create function credit_window(period text, moment timestamptz) returns timestamptz language sql immutable
    return case period when 'total' then 'epoch'::timestamptz
      else date_trunc(period, moment at time zone 'UTC') at time zone 'UTC' end`);
  await runner.query(`
    create function refuse_credit_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is changed by adding transfers only', tg_table_name using errcode = 'integrity_constraint_violation';
    end $$`);
  // The limit of a token also counts what is done with tokens and sessions that it made.
  await runner.query(`
    create function credit_limit_counts(credit_limit credit_limits, of_user uuid, of_token uuid) returns boolean
    language sql stable return (credit_limit).user_id = of_user and (
      (credit_limit).token_id is null or (credit_limit).token_id in (
        with recursive maker as (
          select of_token as id
          union all
          select t.parent_id from maker join access_tokens t on t.id = maker.id where t.parent_id is not null
        )
        select id from maker
      ))`);
  await runner.query(APPLY_TRANSFERS);
  await runner.query(`
    create function lock_credit_user() returns trigger language plpgsql set search_path from current as $$
    begin
      perform pg_advisory_xact_lock(1277, hashtext(new.user_id::text));
      return new;
    end $$`);
  // Its statements see what those have committed who were waited for.
  await runner.query(`
    create function begin_credit_limit() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into credit_counters (limit_id, window_start, used)
      select new.id, credit_window(new.period, new.created_at), coalesce(sum(coalesce(e.amount, h.amount)), 0)
      from credit_transfers h left join credit_transfers e on e.resolves = h.id
      where h.type = 'hold' and h.user_id = new.user_id and credit_limit_counts(new, h.user_id, h.token_id)
        and h.created_at >= credit_window(new.period, new.created_at);
      return null;
    end $$`);
}

async function createTriggers(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create trigger apply_credit_transfers after insert on credit_transfers referencing new table as added
    for each statement execute function apply_credit_transfers()`);
  await runner.query(`
    create trigger lock_credit_user before insert on credit_limits
    for each row execute function lock_credit_user()`);
  await runner.query(`
    create trigger begin_credit_limit after insert on credit_limits
    for each row execute function begin_credit_limit()`);
  for (const table of APPEND_ONLY)
    await runner.query(`
      create trigger refuse_change before update or delete or truncate on ${table}
      for each statement execute function refuse_credit_change()`);
  await runner.query(`
    create trigger refuse_insert before insert on credit_allocations
    for each statement when (pg_trigger_depth() = 0) execute function refuse_credit_change()`);
  for (const table of ['credit_holds', 'credit_counters'])
    await runner.query(`
      create trigger refuse_change before insert or update or delete or truncate on ${table}
      for each statement when (pg_trigger_depth() = 0) execute function refuse_credit_change()`);
  await runner.query(`
    create trigger refuse_balance before insert on credit_grants for each row
    when (pg_trigger_depth() = 0 and new.amount <> 0) execute function refuse_credit_change()`);
  await runner.query(`
    create trigger refuse_change before update of id, user_id, amount, available, held, spent, expired on credit_grants
    for each statement when (pg_trigger_depth() = 0) execute function refuse_credit_change()`);
  await runner.query(`
    create trigger refuse_delete before delete or truncate on credit_grants
    for each statement execute function refuse_credit_change()`);
}

/**
 * What follows from added transfers, all in their transaction. Locks are taken in one order: of users (shared, in memory: only
 * who sets a limit waits for them), of limits, of the accounts of prepaid users. Its plans are kept from when tables were empty,
 * so they must go by indexes.
 */
const APPLY_TRANSFERS = `
create function apply_credit_transfers() returns trigger language plpgsql
set search_path from current set enable_seqscan = off as $$
declare
  users uuid[];
  has_holds boolean;
  ends uuid[];
  has_grants boolean;
  ended_count integer;
  limits uuid[];
  refused record;
  hold record;
  source record;
  missing integer;
  part integer;
  place smallint;
begin
  select coalesce(array_agg(distinct user_id order by user_id) filter (where user_id is not null), '{}'),
    coalesce(bool_or(type = 'hold'), false), array_agg(resolves) filter (where resolves is not null),
    coalesce(bool_or(grant_id is not null), false)
  into users, has_holds, ends, has_grants from added;

  perform pg_advisory_xact_lock_shared(1277, hashtext(g.id::text)) from unnest(users) as g(id);
  if has_holds or has_grants then
    insert into credit_accounts (id, type, name)
    select g.id, 'user', g.id::text from unnest(users) as g(id)
    where not exists (select from credit_accounts a where a.id = g.id) order by 1 on conflict do nothing;
  end if;
  if has_holds then
    insert into credit_holds (id, user_id, amount, expires_at)
    select id, user_id, amount, expires_at from added where type = 'hold';
  end if;
  if ends is not null then
    delete from credit_holds where id = any(ends);
    get diagnostics ended_count = row_count;
    if ended_count <> cardinality(ends) or exists (
      select from added a where a.amount > (select h.amount from credit_transfers h where h.id = a.resolves)
    ) then
      raise exception 'A post or void resolves no open hold, or more than is held'
        using errcode = 'integrity_constraint_violation';
    end if;
  end if;

  select array_agg(id) into limits from credit_limits where user_id = any(users);
  if limits is not null then
    perform from credit_limits where id = any(limits) order by id for no key update;
    if ends is not null then
      update credit_counters c set used = c.used - m.amount from (
        select l.id, credit_window(l.period, h.created_at) as start, sum(h.amount - a.amount) as amount
        from added a join credit_transfers h on h.id = a.resolves
        join credit_limits l on l.id = any(limits) and credit_limit_counts(l, h.user_id, h.token_id)
        where a.amount < h.amount group by 1, 2
      ) m where c.limit_id = m.id and c.window_start = m.start;
    end if;
    if has_holds then
      insert into credit_counters as c (limit_id, window_start, used)
      select l.id, credit_window(l.period, a.created_at), sum(a.amount)
      from added a join credit_limits l on l.id = any(limits) and credit_limit_counts(l, a.user_id, a.token_id)
      where a.type = 'hold' group by 1, 2
      on conflict (limit_id, window_start) do update set used = c.used + excluded.used;
      select l.user_id, l.token_id, l.period, l.allowed, m.price, greatest(l.allowed - (c.used - m.price), 0) as balance
      into refused
      from (
        select l.id, credit_window(l.period, a.created_at) as start, sum(a.amount) as price
        from added a join credit_limits l on l.id = any(limits) and credit_limit_counts(l, a.user_id, a.token_id)
        where a.type = 'hold' group by 1, 2
      ) m join credit_limits l on l.id = m.id join credit_counters c on c.limit_id = m.id and c.window_start = m.start
      where m.price > 0 and c.used > l.allowed order by l.id limit 1;
      if found then
        raise exception 'credits exhausted' using errcode = 'AT402', detail = to_jsonb(refused)::text;
      end if;
    end if;
  end if;

  if has_holds and exists (
    select from credit_accounts where id = any(users) and coalesce(is_prepaid, (select is_prepaid from credit_policy))
  ) then
    perform from credit_accounts where id = any(users) order by id for no key update;
    for hold in
      select a.id, a.user_id, a.amount, a.created_at from added a join credit_accounts o on o.id = a.user_id
      where a.type = 'hold' and a.amount > 0 and coalesce(o.is_prepaid, (select is_prepaid from credit_policy)) order by a.id
    loop
      missing := hold.amount;
      place := 0;
      for source in
        select id, available from credit_grants
        where user_id = hold.user_id and available > 0 and voided_at is null and effective_at <= hold.created_at
          and (expires_at is null or expires_at > hold.created_at)
        order by priority, expires_at nulls last, id
      loop
        part := least(missing, source.available);
        update credit_grants set available = available - part, held = held + part where id = source.id;
        insert into credit_allocations values (hold.id, place, source.id, part);
        missing := missing - part;
        place := place + 1;
        exit when missing = 0;
      end loop;
      if missing > 0 then
        raise exception 'credits exhausted' using errcode = 'AT402', detail = jsonb_build_object(
          'user_id', hold.user_id, 'token_id', null, 'period', 'grants', 'price', hold.amount,
          'balance', hold.amount - missing)::text;
      end if;
    end loop;
  end if;

  if ends is not null and exists (select from credit_allocations where hold_id = any(ends)) then
    perform from credit_accounts where id = any(users) order by id for no key update;
    update credit_grants g set held = g.held - m.amount, spent = g.spent + m.spent,
      available = g.available + m.amount - m.spent
    from (
      select grant_id, sum(amount) as amount, sum(spent) as spent from (
        select f.grant_id, f.amount, greatest(0, least(f.amount, a.amount - (sum(f.amount)
          over (partition by f.hold_id order by f.position) - f.amount))) as spent
        from added a join credit_allocations f on f.hold_id = a.resolves
      ) parts group by 1
    ) m where g.id = m.grant_id;
  end if;

  if has_grants then
    perform from credit_accounts where id = any(users) order by id for no key update;
    update credit_grants g set amount = g.amount + m.granted, available = g.available + m.granted - m.expired,
      expired = g.expired + m.expired
    from (
      select grant_id, coalesce(sum(amount) filter (where type = 'grant'), 0) as granted,
        coalesce(sum(amount) filter (where type = 'expiry'), 0) as expired
      from added where grant_id is not null group by 1
    ) m where g.id = m.grant_id;
    update credit_accounts set is_prepaid = true
    where is_prepaid is null and id in (select user_id from added where type = 'grant');
  end if;
  return null;
end $$`;
