import type { NodeSearchSort } from './search-request.js';

/** Sizes of the ranges of best-ranked rows that have an index of their own; see `ix_node_search_lexemes_head_*`. */
export const HEAD_ROWS = [3_000, 10_000, 30_000, 100_000, 300_000] as const;

/** `head` of a row past all ranges. */
export const BEHIND_HEADS = HEAD_ROWS.length;

/** One row in this many is in the sample that estimates totals. */
export const SAMPLE_STEP = 64;

const CHARACTER_AFTER_ALL = 'chr(1114111)';

const ORDER: Readonly<Record<NodeSearchSort, string>> = {
  relevance: 'rank_key, id',
  downloads: 'downloads desc, rank_key, id',
  stars: 'stars desc, rank_key, id',
  newest: 'created_at desc, rank_key, id',
};
const ORDER_COLUMNS = 'id, rank_key, downloads, stars, created_at';

/** `$1` shows banned rows, `$2` is an operating system or null, `$3` an accelerator or null. */
const VISIBLE = `($1::boolean or not is_banned)
  and ($2::text is null or os is null or $2 = any(os))
  and ($3::text is null or accelerators is null or $3 = any(accelerators))`;

/** Words (`$1`) and beginnings (`$2`) in the vocabulary, whole names that begin with `$3`, and the size of the catalogue. */
export const LOOK_UP_TERMS = `
select 'exact' as kind, word, term, n, t, a, r
  from unnest($1::text[]) word join search_term on term = word
union all
select 'completion', word, term, n, t, a, r
  from unnest($2::text[]) word cross join lateral (
    select term, n, t, a, r from (
      select term, n, t, a, r from search_term
      where term > word and term < word || ${CHARACTER_AFTER_ALL} order by term limit 1000) near
    order by n + t + a + r desc, term limit 16) longer
union all
select 'key', $3::text, key, 0, 0, 0, 0
  from (select distinct key from (
    select key from node_search_key where key >= $3 and key < $3 || ${CHARACTER_AFTER_ALL} order by key limit 40) near) longer
union all
select 'rows', '', '', greatest(reltuples, 0)::int, 0, 0, 0 from pg_class where oid = 'node_search'::regclass
union all
select 'head', '', '', head, 0, 0, 0 from search_head where is_ready`;

/**
 * Entries of nearly the length of a misspelt word that share its beginning or its end. Parameters are parallel arrays:
 * beginnings, ends (both may be ''), shortest and longest length.
 */
function findSpellings(table: string, columns: string, column: string): string {
  const near = (key: string, part: string): string => `
    (select ${columns} from ${table}
      where length(${column}) = size and ${part} <> '' and ${key} >= ${part} and ${key} < ${part} || ${CHARACTER_AFTER_ALL}
      limit ${SPELLINGS_MAX})`;
  return `
select distinct ${columns}
from unnest($1::text[], $2::text[], $3::int[], $4::int[]) as probe (beginning, ending, shortest, longest)
cross join lateral generate_series(shortest, longest) as size
cross join lateral (${near(column, 'beginning')} union all ${near(`(reverse(${column}) collate "C")`, 'reverse(ending)')}) near`;
}

/** Candidates of one length by one end; more than this share only the most common beginnings. */
const SPELLINGS_MAX = 500;
export const FIND_TERM_SPELLINGS = findSpellings('search_term', 'term, n, t, a, r', 'term');
export const FIND_KEY_SPELLINGS = findSpellings('node_search_key', 'key, name', 'key');

/**
 * A query in the four parts of `SearchKeys`. Parameters are in subselects so that the planner does not look into them:
 * many alternatives would make it expect most of the table and read that instead of the index, which costs seconds
 * because the lexemes are not in the row.
 */
function matches(otherwise: string, rarest: string, second: string, others: string): string {
  return `(lexemes @@ ${otherwise} or (lexemes @@ ${rarest} and lexemes @@ ${second} and lexemes @@ ${others}))`;
}
const MATCHES = matches(
  '(select $4::tsquery)',
  '(select $5::tsquery)',
  '(select $6::tsquery)',
  '(select $7::tsquery)',
);

/** The best rows of all tiers, of which `$4` to `$7` have the parallel keys; for tiers with few rows. */
export function rankAll(sort: NodeSearchSort): string {
  return `
with hit as materialized (
  select ${ORDER_COLUMNS}, min(tier) as tier
  from unnest($4::text[], $5::text[], $6::text[], $7::text[]) with ordinality
    as tiers (otherwise, rarest, second, others, tier)
  cross join lateral (
    select ${ORDER_COLUMNS} from node_search
    where ${matches('otherwise::tsquery', 'rarest::tsquery', 'second::tsquery', 'others::tsquery')}
      and ${VISIBLE} offset 0) row
  group by ${ORDER_COLUMNS})
select (select count(*) from hit)::int as total, coalesce((select min(tier) from hit), 0)::int as best,
  array(select id from hit order by ${sort === 'relevance' ? 'tier, ' : ''}${ORDER[sort]} offset $8 limit $9) as ids`;
}

/** The matches of `$4` to `$7` within the rows of a head, best first; `total` counts the head's matches. */
export function rankHead(head: number): string {
  return rankMatches('relevance', head >= BEHIND_HEADS ? '' : `and head - ${head} <= 0`);
}

/** All matches of `$4` to `$7` in an order. */
export function rankSorted(sort: NodeSearchSort): string {
  return rankMatches(sort, '');
}

function rankMatches(sort: NodeSearchSort, range: string): string {
  return `
with hit as materialized (
  select ${sort === 'relevance' ? 'id, rank_key' : ORDER_COLUMNS} from node_search
  where ${MATCHES} ${range} and ${VISIBLE})
select (select count(*) from hit)::int as total,
  array(select id from hit order by ${ORDER[sort]} offset $8 limit $9) as ids`;
}

/** Rows that match (`$4`) in an order that is not the ranking, read along its index: for conditions with many rows. */
export function walkSorted(sort: NodeSearchSort): string {
  return `
select array(select id from node_search where ts_match_vq(lexemes, $4::tsquery) and ${VISIBLE}
  order by ${ORDER[sort]} offset $5 limit $6) as ids`;
}

/** All rows in order, for a request without words. */
export function browse(sort: NodeSearchSort): string {
  return `
select array(select id from node_search where ${VISIBLE} order by ${ORDER[sort]} offset $4 limit $5) as ids,
  (select count(*) from (select from node_search where ${VISIBLE} limit $6) bounded)::int as total`;
}

/** Matches of `$4` to `$7` in the sample. */
export const COUNT_SAMPLE = `
select count(*)::int as total from node_search where is_sampled and ${MATCHES} and ${VISIBLE}`;

/** Matches of `$4` to `$7`. */
export const COUNT_ALL = `
select count(*)::int as total from node_search where ${MATCHES} and ${VISIBLE}`;

/** Held shared while rows get their head, exclusively while the borders move. The number only has to stay the same. */
export const HEADS_LOCK = 7_236_163;

/**
 * Rows of `$1`, a JSON array of objects, with their lexemes as one text with separators (`$2`). The statement locks the
 * heads by itself, so it is right on its own too.
 */
export const UPSERT_ROWS = `
with locked as materialized (select pg_advisory_xact_lock_shared(${HEADS_LOCK})),
given as (
  select * from locked, jsonb_to_recordset($1::jsonb) as (
    id text, "rankKey" uuid, "createdAt" timestamptz, downloads bigint, stars int, banned boolean,
    os text[], accelerators text[], lexemes text))
insert into node_search (id, rank_key, created_at, downloads, stars, head, is_sampled, is_banned, os, accelerators, lexemes)
select id, "rankKey", "createdAt", downloads, stars,
  coalesce((select min(head) from search_head h
    where ("rankKey", given.id collate "C") <= (h.rank_key, h.id)), ${BEHIND_HEADS}),
  hashtext(id) % ${SAMPLE_STEP} = 0, banned, os, accelerators,
  array_to_tsvector(string_to_array(lexemes, $2))
from given order by id
on conflict (id) do update set
  rank_key = excluded.rank_key, created_at = excluded.created_at, downloads = excluded.downloads,
  stars = excluded.stars, head = excluded.head, is_banned = excluded.is_banned, os = excluded.os,
  accelerators = excluded.accelerators, lexemes = excluded.lexemes`;

/** Whole names of `$1`, a JSON array, in place of those that the nodes of `$2` had. */
export const REPLACE_KEYS = `
with given as (
  select * from jsonb_to_recordset($1::jsonb) as ("nodeId" text, key text, name text)),
gone as (
  delete from node_search_key k where node_id = any($2::text[])
    and not exists (select from given g where g."nodeId" = k.node_id and g.key = k.key collate "C"))
insert into node_search_key (node_id, key, name)
select "nodeId", key, name from given order by 1, 2
on conflict (node_id, key) do update set name = excluded.name where node_search_key.name <> excluded.name`;

/**
 * Words of the vocabulary (`$1`, with commas between) with their counts (`$3` to `$6`, in the same order). A known word's
 * counts are exact after maintenance only, because the rows of common words would be a bottleneck: they grow where a field is new to the word or the batch has at least `$2`.
 */
export const ADD_TERMS = `
insert into search_term (term, n, t, a, r)
select given.* from unnest(string_to_array($1, ','), $3::int[], $4::int[], $5::int[], $6::int[]) as given (term, n, t, a, r)
left join search_term known on known.term = given.term collate "C"
where known.term is null or greatest(given.n, given.t, given.a, given.r) >= $2
  or (known.n = 0 and given.n > 0) or (known.t = 0 and given.t > 0)
  or (known.a = 0 and given.a > 0) or (known.r = 0 and given.r > 0)
order by given.term collate "C"
on conflict (term) do update set
  n = search_term.n + excluded.n, t = search_term.t + excluded.t,
  a = search_term.a + excluded.a, r = search_term.r + excluded.r`;

/**
 * Lets the rows of this transaction enter the index of lexemes together: the words that they share are written once,
 * which halves the time and the log. Nobody else sees the setting, and nobody waits for it.
 */
export const COLLECT_LEXEMES = 'alter index ix_node_search_lexemes set (fastupdate = on)';

/** Ends what {@link COLLECT_LEXEMES} began; searches read collected lexemes one by one, so they must not stay. */
export const ENTER_LEXEMES = [
  "select gin_clean_pending_list('ix_node_search_lexemes')",
  'alter index ix_node_search_lexemes set (fastupdate = off)',
] as const;

export const REMOVE_ROWS = `delete from node_search where id = any($1::text[])`;
