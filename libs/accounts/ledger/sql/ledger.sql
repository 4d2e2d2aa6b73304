-- The rules of the ledger, which the database keeps by itself: its entries are only ever added, and holds, grants and counters of
-- limits follow from them in the same transaction. Applied again whenever this file changes.

create or replace function credit_window(period text, moment timestamptz) returns timestamptz language sql immutable
return case period when 'total' then 'epoch'::timestamptz
  else date_trunc(period, moment at time zone 'UTC') at time zone 'UTC' end;

create or replace function refuse_credit_change() returns trigger language plpgsql as $$
begin
  raise exception '% is changed by adding transfers only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

-- The limit of a token also counts what is done with tokens and sessions that it made.
create or replace function credit_limit_counts(credit_limit credit_limits, of_user uuid, of_token uuid) returns boolean
language sql stable return (credit_limit).user_id = of_user and (
  (credit_limit).token_id is null or (credit_limit).token_id in (
    with recursive maker as (
      select of_token as id
      union all
      select t.parent_id from maker join access_tokens t on t.id = maker.id where t.parent_id is not null
    )
    select id from maker
  ));

-- What follows from added transfers, all in their transaction. Locks are taken in one order: of users (shared, in memory: only
-- the transaction that sets a limit waits for them), of limits, of the accounts of prepaid users. Its plans are kept from when
-- tables were empty, so they must go by indexes; PostgreSQL would compile statements whose plans are dear, as forbidden ones are.
create or replace function apply_credit_transfers() returns trigger language plpgsql
set search_path from current set enable_seqscan = off set jit = off as $$
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
    select from credit_accounts where id = any(users) and coalesce(is_prepaid, (select is_prepaid from credit_policy where is_only))
  ) then
    perform from credit_accounts where id = any(users) order by id for no key update;
    for hold in
      select a.id, a.user_id, a.amount, a.created_at from added a join credit_accounts o on o.id = a.user_id
      where a.type = 'hold' and a.amount > 0 and coalesce(o.is_prepaid, (select is_prepaid from credit_policy where is_only)) order by a.id
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
end $$;

create or replace function apply_credit_correction() returns trigger language plpgsql set search_path from current as $$
declare
  taken integer := case when new.debit_account = new.user_id then new.amount else -new.amount end;
begin
  perform from credit_accounts where id = new.user_id for no key update;
  -- The checks of a grant refuse what goes beyond what is left, or was spent, of it.
  update credit_grants set spent = spent + taken, available = available - taken
  where id = new.grant_id and user_id = new.user_id;
  return null;
end $$;

create or replace function lock_credit_user() returns trigger language plpgsql set search_path from current as $$
begin
  perform pg_advisory_xact_lock(1277, hashtext(new.user_id::text));
  return new;
end $$;

-- Its statements see what the transactions have committed that were waited for.
create or replace function begin_credit_limit() returns trigger language plpgsql set search_path from current as $$
begin
  insert into credit_counters (limit_id, window_start, used)
  select new.id, credit_window(new.period, new.created_at), coalesce(sum(coalesce(e.amount, h.amount)), 0)
  from credit_transfers h left join credit_transfers e on e.resolves = h.id
  where h.type = 'hold' and h.user_id = new.user_id and credit_limit_counts(new, h.user_id, h.token_id)
    and h.created_at >= credit_window(new.period, new.created_at);
  return null;
end $$;

create or replace function note_credit_usage() returns trigger language plpgsql set search_path from current as $$
begin
  insert into credit_usage_waiting (transfer_id, account_id)
  select id, debit_account from added where type in ('hold', 'post', 'void');
  return null;
end $$;

create or replace trigger apply_credit_transfers after insert on credit_transfers referencing new table as added
for each statement execute function apply_credit_transfers();
create or replace trigger apply_credit_correction after insert on credit_transfers
for each row when (new.type = 'correction') execute function apply_credit_correction();
create or replace trigger note_credit_usage after insert on credit_transfers referencing new table as added
for each statement execute function note_credit_usage();
create or replace trigger lock_credit_user before insert on credit_limits
for each row execute function lock_credit_user();
create or replace trigger begin_credit_limit after insert on credit_limits
for each row execute function begin_credit_limit();

-- What only the triggers above may change, or nothing at all.
create or replace trigger refuse_change before update or delete or truncate on credit_transfers
for each statement execute function refuse_credit_change();
create or replace trigger refuse_change before update or delete or truncate on credit_allocations
for each statement execute function refuse_credit_change();
create or replace trigger refuse_insert before insert on credit_allocations
for each statement when (pg_trigger_depth() = 0) execute function refuse_credit_change();
create or replace trigger refuse_change before insert or update or delete or truncate on credit_holds
for each statement when (pg_trigger_depth() = 0) execute function refuse_credit_change();
create or replace trigger refuse_change before insert or update or delete or truncate on credit_counters
for each statement when (pg_trigger_depth() = 0) execute function refuse_credit_change();
create or replace trigger refuse_balance before insert on credit_grants for each row
when (pg_trigger_depth() = 0 and new.amount <> 0) execute function refuse_credit_change();
create or replace trigger refuse_change before update of id, user_id, amount, available, held, spent, expired on credit_grants
for each statement when (pg_trigger_depth() = 0) execute function refuse_credit_change();
create or replace trigger refuse_delete before delete or truncate on credit_grants
for each statement execute function refuse_credit_change();
