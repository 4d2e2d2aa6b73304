-- What former migrations derived from rows, in their order: each part runs where its migration has not. Tables that are gone are in
-- the schema `former` here; a backup has given them columns of text.

-- PublisherBans1763810100000
update publishers p set
  ban_reason = coalesce((
    select a.reason from audit_entries a
     where a.target_kind = 'publisher' and a.target_id = p.id and a.action = 'publisher.ban'
     order by a.id desc limit 1), ''),
  banned_at = coalesce((
    select a.created_at from audit_entries a
     where a.target_kind = 'publisher' and a.target_id = p.id and a.action = 'publisher.ban'
       and a.before ->> 'status' is distinct from 'PublisherStatusBanned'
     order by a.id desc limit 1), p.updated_at)
 where p.status = 'PublisherStatusBanned';

-- SearchRanking1763810200000
with keyed as (
  select s.id, B'0' || (n.search_ranking + 2147483648 - (n.search_ranking > 0)::int)::bit(32)
      || (2 ^ 47 - 1 - least(greatest(s.downloads, 0), 2 ^ 47 - 1))::bigint::bit(47)
      || (2 ^ 32 - 1 - greatest(s.stars, 0))::bigint::bit(32) || B'0000000000000000' as bits
    from node_search s join nodes n on n.id_key = s.id where n.search_ranking <> 0),
changed as (
  select id, (lpad(to_hex(substring(bits from 1 for 64)::bit(64)::bigint), 16, '0')
      || lpad(to_hex(substring(bits from 65 for 64)::bit(64)::bigint), 16, '0'))::uuid as rank_key
    from keyed)
update node_search s set rank_key = changed.rank_key,
  head = coalesce((
    select min(h.head) from search_head h where (changed.rank_key, changed.id collate "C") <= (h.rank_key, h.id)), 5)
  from changed where s.id = changed.id;

-- LongPrereleaseNumbers1763810210000
with split as (
  select v.id, split_part(v.sort_key, '-', 1) as numbers,
         string_to_array(rtrim(substring(v.sort_key from position('-' in v.sort_key) + 1), ' '), ' ') as parts
    from node_versions v where v.is_prerelease and v.version ~ '[0-9]{16}'),
changed as (
  update node_versions v set sort_key = split.numbers || '-' || (
      select string_agg(case when part ~ '^1[0-9]{16,}$'
               then '0' || lpad((length(part) - 1)::text, 2, '0') || substring(part from 2) else part end || ' ', '' order by at)
        from unnest(split.parts) with ordinality as listed (part, at))
    from split where split.id = v.id and exists (select from unnest(split.parts) as part where part ~ '^1[0-9]{16,}$')
  returning v.id, v.node_id, v.sort_key, v.status, v.deprecated)
update nodes n set latest_version_id = best.id
  from (select distinct on (v.node_id) v.node_id, v.id
          from node_versions v left join changed on changed.id = v.id
         where v.node_id in (select node_id from changed)
           and v.status = 'NodeVersionStatusActive' and not v.deprecated
         order by v.node_id, v.is_prerelease, coalesce(changed.sort_key, v.sort_key) collate "C" desc, v.created_at desc
       ) as best
 where best.node_id = n.id and n.latest_version_id is distinct from best.id;

-- AppNodeJson1763810400000
update app_nodes set
  input_types = case input_types when '' then '{}' else input_types end,
  return_types = case return_types when '' then '[]' else return_types end,
  return_names = case when return_names <> '' then return_names when return_types <> '' then return_types else '[]' end,
  output_is_list = case when output_is_list = '{}' and return_types like '[%'
    then array_fill(false, array[json_array_length(return_types::json)]) else output_is_list end
 where input_types = '' or return_types = '' or return_names = '' or output_is_list = '{}';

-- IntelAccelerators1763810510000
update node_search set accelerators = array_replace(accelerators, 'gpu :: intel arc', 'xpu')
 where 'gpu :: intel arc' = any(accelerators);

-- RepositoryHosts1763810700000
create unlogged table former.hosts as
select s.id, left(substring(lexeme from '^r"([a-z0-9-]+(?:[.][a-z0-9-]+)+)(?:/|$)'), 48) as host
  from node_search s cross join unnest(tsvector_to_array(s.lexemes)) as lexeme
 where left(lexeme, 2) = 'r"';
delete from former.hosts where host is null;
update node_search s set lexemes = s.lexemes || array_to_tsvector(array['r' || found.host])
  from former.hosts found where found.id = s.id;
insert into search_term (term, n, t, a, r) select host, 0, 0, 0, count(*) from former.hosts group by host
on conflict (term) do update set r = excluded.r;
drop table former.hosts;

-- KoreanWords1763810710000
create unlogged table former.korean as
with parts as (
  select known.term, part, is_syllable
    from search_term known cross join lateral (
      select substr(run[1], at, 2) as part, false as is_syllable
        from regexp_matches(known.term, '[가-힣]{2,}', 'g') run cross join generate_series(1, length(run[1]) - 1) at
      union select other[1], false from regexp_matches(known.term, '[^가-힣]+', 'g') other
      union select syllable[1], true from regexp_matches(known.term, '[가-힣]', 'g') syllable) parts
   where known.term ~ '[가-힣]' and known.term !~ '^~' and part <> known.term)
select distinct s.id, field, part
  from parts cross join unnest(array['n', 't', 'a', 'r', 'w']) field
  join node_search s on s.lexemes @@ quote_literal(field || term)::tsquery
 where not is_syllable or field in ('n', 't');
update node_search s set lexemes = s.lexemes || array_to_tsvector(added.lexemes)
  from (select id, array_agg(field || part) as lexemes from former.korean group by id) added where added.id = s.id;
insert into search_term (term, n, t, a, r)
select part, count(*) filter (where field = 'n'), count(*) filter (where field = 't'),
       count(*) filter (where field = 'a'), count(*) filter (where field = 'r')
  from former.korean group by part
on conflict (term) do update set
  n = greatest(search_term.n, excluded.n), t = greatest(search_term.t, excluded.t),
  a = greatest(search_term.a, excluded.a), r = greatest(search_term.r, excluded.r);
drop table former.korean;

-- DropArchiveUploads1763850000000
insert into pending_uploads (key, started_at, is_abandoned)
select 'archives/' || version_id || '/' || id || '/', started_at::timestamptz, is_abandoned::boolean
  from former.archive_uploads;
delete from jobs where name = 'node-versions.sweep-archives';
delete from job_queues where name = 'node-versions.sweep-archives';

-- TagWords1763930400000
create unlogged table former.tags as
select distinct node.id_key as id, left(lower(btrim(translate(tag, E',\x1f', '  '))), 64) as tag
  from nodes node cross join unnest(node.tags) as tag
 where btrim(translate(tag, E',\x1f', '  ')) <> '';
update node_search s set lexemes = s.lexemes || array_to_tsvector(added.lexemes)
  from (select id, array_agg('t#' || tag) as lexemes from former.tags group by id) added where added.id = s.id;
insert into search_term (term, n, t, a, r) select '#' || tag, 0, count(*), 0, 0 from former.tags group by tag
on conflict (term) do update set t = excluded.t;
drop table former.tags;

-- Ledger1763931100000
insert into credit_transfers
  (id, type, debit_account, credit_account, amount, user_id, token_id, kind, provider, expires_at, created_at)
select id, 'hold', coalesce(user_id, '00000000-0000-7000-8000-000000000001'), '00000000-0000-7000-8000-000000000003',
  credits, user_id, token_id, kind, provider, created_at + interval '7 days', created_at
  from tasks;
insert into credit_transfers (id, type, debit_account, credit_account, amount, resolves, user_id, token_id, created_at)
select (lpad(to_hex((extract(epoch from finished_at) * 1000)::bigint), 12, '0')
      || '7' || substr(md5(id::text), 1, 3) || '8' || substr(md5(id::text), 4, 15))::uuid,
  case status when 'succeeded' then 'post' else 'void' end,
  coalesce(user_id, '00000000-0000-7000-8000-000000000001'), '00000000-0000-7000-8000-000000000003',
  case status when 'succeeded' then credits else 0 end, id, user_id, token_id, finished_at
  from tasks where status in ('succeeded', 'failed', 'canceled') and finished_at is not null;
insert into credit_holds
select id, user_id, credits, created_at + interval '7 days'
  from tasks where status not in ('succeeded', 'failed', 'canceled') or finished_at is null;
insert into credit_accounts (id, type, name)
select distinct user_id, 'user', user_id::text from tasks where user_id is not null;

-- Usage1763931200000
insert into credit_usage
select h.debit_account, (h.created_at at time zone 'UTC')::date, h.kind, h.token_id, h.provider,
  count(*), count(*) filter (where e.type = 'post'), count(*) filter (where e.type = 'void'),
  sum(h.amount), coalesce(sum(h.amount) filter (where e.id is not null), 0), coalesce(sum(e.amount), 0)
  from credit_transfers h left join credit_transfers e on e.resolves = h.id
 where h.type = 'hold' group by 1, 2, 3, 4, 5;

-- VendorOrders1763931300010
-- Orders of tasks that go on have an hour from now; what became of the others was not kept.
insert into vendor_orders (task_id, attempt, vendor, kind, reference, state, vendor_id, outcome, failures, last_answer,
  created_at, deadline_at, ordered_at, submitted_at, ended_at)
select t.id, 1, t.provider, t.kind, o.idempotency_key::uuid,
  case when t.finished_at is null then o.state else 'ended' end, o.vendor_id,
  case when t.finished_at is null then null
       when o.state = 'waiting' then 'not_taken' when t.status = 'succeeded' then 'succeeded' else 'unknown' end,
  o.failures::int, to_jsonb(o) ->> 'last_answer', o.created_at::timestamptz,
  greatest(o.created_at::timestamptz, now()) + interval '1 hour',
  case when o.state <> 'waiting' then o.created_at::timestamptz end, o.submitted_at::timestamptz, t.finished_at
  from former.provider_operations o join tasks t on t.id = o.task_id::uuid;

-- UsageTotals1763931800010
insert into credit_usage_totals
select case when grouping(kind) = 0 then 'kind' when grouping(token_id) = 0 then 'token' else 'user' end as part,
  day, account_id, token_id, kind, provider,
  sum(tasks), sum(succeeded), sum(failed), sum(price), sum(ended_price), sum(spent)
  from credit_usage group by grouping sets ((day, kind, provider), (day, account_id), (day, account_id, token_id));

-- RefusedArchives1763940500000
-- What the check noted with every refusal; the code is before the colon unless an admin wrote another reason.
update node_versions
   set archive_refusal = coalesce(substring(status_reason from '^([a-z_]+): '), 'not_checked')
 where app_node_extract_reason = 'The archive was not accepted.' and status <> 'NodeVersionStatusActive';

-- DeletedWhileBanned1763941400000
-- Bans did not always need a reason; a deleted node is known by it.
update nodes set ban_reason = 'No reason was given.' where status = 'NodeStatusBanned' and ban_reason = '';
