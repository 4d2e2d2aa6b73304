import type { NodeSearchSort } from './search-request.js';

/** Sizes of the ranges of best-ranked rows that have a separate index; see `ix_node_search_lexemes_head_*`. */
export const HEAD_ROWS = [3_000, 10_000, 30_000, 100_000, 300_000] as const;

/** `head` of a row past all ranges. */
export const BEHIND_HEADS = HEAD_ROWS.length;

/** One row in this many belongs to the sample that estimates totals. */
export const SAMPLE_STEP = 64;

const CHARACTER_AFTER_ALL = 'chr(1114111)';

const ORDER: Readonly<Record<NodeSearchSort, string>> = {
  relevance: 'rank_key, id',
  downloads: 'downloads desc, rank_key, id',
  stars: 'stars desc, rank_key, id',
  newest: 'created_at desc, rank_key, id',
};
const ORDER_COLUMNS = 'id, rank_key, downloads, stars, created_at';

/** `$1` shows banned rows, `$2` is an operating system or null, `$3` an accelerator or null, `$4` lists rows to leave out. */
const VISIBLE = `($1::boolean or not is_banned)
  and ($2::text is null or os is null or $2 = any(os))
  and ($3::text is null or accelerators is null or $3 = any(accelerators))
  and id <> all ($4::text[])`;

/** Words (`$1`) and beginnings (`$2`) in the vocabulary, whole names that begin with `$3`, and the size of the catalogue. */
export const LOOK_UP_TERMS = `
select 'exact' as kind, word, term, n, t, a, r
  from unnest($1::text[]) word join search_term on term = word
union all
select 'completion', word, term, n, t, a, r
  from unnest($2::text[]) word cross join lateral (
    select term, n, t, a, r from (
      select term, n, t, a, r from search_term
      where term > word and term < word || ${CHARACTER_AFTER_ALL} order by term limit 250) near
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

/** Most candidates of one length by one end; more would share only the most common beginnings. */
const SPELLINGS_MAX = 500;
export const FIND_TERM_SPELLINGS = findSpellings('search_term', 'term, n, t, a, r', 'term');
export const FIND_KEY_SPELLINGS = findSpellings('node_search_key', 'key, name', 'key');

const FIRST_KEY = 5;

/** The parameter `$n` at this place after the keys. */
function afterKeys(keys: number, at: number): string {
  return `$${FIRST_KEY + keys + at}`;
}

function pageAfterKeys(keys: number): string {
  return `offset ${afterKeys(keys, 0)} limit ${afterKeys(keys, 1)}`;
}

/**
 * A query in the parts of `SearchKeys`. Parameters are in subselects so that the planner does not see them: with many
 * alternatives it would expect most of the table and read that in place of the index, which takes seconds because the
 * lexemes are stored outside the row.
 */
function matches([otherwise, ...factors]: readonly string[]): string {
  return `(lexemes @@ ${otherwise} or (${factors.map((factor) => `lexemes @@ ${factor}`).join(' and ')}))`;
}

function matchesKeys(keys: number): string {
  return matches(Array.from({ length: keys }, (_, at) => `(select $${FIRST_KEY + at}::tsquery)`));
}

/** The best rows of all tiers, for tiers with few rows. Their keys are parallel arrays from `$5` on. */
export function rankAll(sort: NodeSearchSort, keys: number): string {
  const parts = Array.from({ length: keys }, (_, at) => `key_${at}`);
  return `
with hit as materialized (
  select ${ORDER_COLUMNS}, min(tier) as tier
  from unnest(${parts.map((_, at) => `$${FIRST_KEY + at}::text[]`).join(', ')}) with ordinality
    as tiers (${parts.join(', ')}, tier)
  cross join lateral (
    select ${ORDER_COLUMNS} from node_search
    where ${matches(parts.map((part) => `${part}::tsquery`))}
      and ${VISIBLE} offset 0) row
  group by ${ORDER_COLUMNS})
${bestOf(sort, keys)}`;
}

/**
 * The matches of the keys from `$5` on, each in the first tier (the last parameter) that it matches. Every match is compared
 * with every tier, so use it for very few matches.
 */
export function rankFound(sort: NodeSearchSort, keys: number): string {
  return `
with found as materialized (
  select ${ORDER_COLUMNS}, strip(lexemes) as lexemes from node_search where ${matchesKeys(keys)} and ${VISIBLE}),
hit as materialized (
  select ${ORDER_COLUMNS}, (select min(tier) from unnest(${afterKeys(keys, sort === 'relevance' ? 4 : 2)}::tsquery[]) with ordinality as tiers (query, tier)
    where lexemes @@ query) as tier from found)
${bestOf(sort, keys)}`;
}

/**
 * For relevance, the parameters before the last are the stage and the bonus of each tier, as in `TierOrder`, and each row
 * comes with its tier.
 */
function bestOf(sort: NodeSearchSort, keys: number): string {
  const order = sort === 'relevance' ? relevanceOf(afterKeys(keys, 2), afterKeys(keys, 3)) : ORDER[sort];
  return `
select (select count(*) from hit)::int as total, coalesce((select min(tier) from hit), 0)::int as best,
  ${pageOf(`select id, rank_key, tier from hit order by ${order} ${pageAfterKeys(keys)}`)}`;
}

/** The order of `TierOrder`. The first 48 bits of a rank are its ranking and its popularity. */
function relevanceOf(stages: string, bonuses: string): string {
  const adjusted = `('x' || left(replace(rank_key::text, '-', ''), 12))::bit(48)::bigint`;
  return `(${stages}::int[])[tier], ${adjusted} - (${bonuses}::int[])[tier], tier, rank_key, id`;
}

/** Ids, ranks and tiers of rows in the order of the subquery: nothing is between it and the aggregates. */
function pageOf(rows: string): string {
  return `page.* from (
    select coalesce(array_agg(id), '{}') as ids, coalesce(array_agg(rank_key::text), '{}') as "rankKeys",
      coalesce(array_agg(tier::int), '{}') as tiers
    from (${rows}) ordered) page`;
}

/** The matches of the keys from `$5` on within the rows of a head, best first; `total` counts the head's matches. */
export function rankHead(head: number, keys: number): string {
  return rankMatches('relevance', head >= BEHIND_HEADS ? '' : `and head - ${head} <= 0`, keys);
}

/** All matches of the keys from `$5` on, in an order. */
export function rankSorted(sort: NodeSearchSort, keys: number): string {
  return rankMatches(sort, '', keys);
}

function rankMatches(sort: NodeSearchSort, range: string, keys: number): string {
  return `
with hit as materialized (
  select ${sort === 'relevance' ? 'id, rank_key' : ORDER_COLUMNS} from node_search
  where ${matchesKeys(keys)} ${range} and ${VISIBLE})
select (select count(*) from hit)::int as total,
  ${pageOf(`select id, rank_key, 0 as tier from hit order by ${ORDER[sort]} ${pageAfterKeys(keys)}`)}`;
}

/** Rows that match `$5`, in an order other than the ranking, read along its index: for conditions with many rows. */
export function walkSorted(sort: NodeSearchSort): string {
  return `
select array(select id from node_search where ts_match_vq(lexemes, $5::tsquery) and ${VISIBLE}
  order by ${ORDER[sort]} offset $6 limit $7) as ids`;
}

/** What follows a place in an order: `$1` is the value of the order's column if it has one, `$2` the rank, `$3` the id. */
function after(sort: NodeSearchSort, value: string, rankKey: string, id: string): string {
  const isRankedAfter = `(rank_key, id) > (${rankKey}::uuid, ${id}::text)`;
  if (sort === 'relevance') return isRankedAfter;
  const column = sort === 'newest' ? 'created_at' : sort;
  const own = `${value}::${sort === 'newest' ? 'timestamptz' : 'bigint'}`;
  return `${column} <= ${own} and (${column} < ${own} or ${isRankedAfter})`;
}

/** The place of row `$1` in an order, and the first of the tiers (`$2`) that it matches. */
export function placeOf(sort: NodeSearchSort): string {
  const value = sort === 'relevance' ? 'null' : `${sort === 'newest' ? 'created_at' : sort}::text`;
  return `
select ${value} as value, rank_key::text as "rankKey", id,
  (select min(tier) from unnest($2::tsquery[]) with ordinality as tiers (query, tier)
    where ts_match_vq(lexemes, query))::int as tier
from node_search where id = $1`;
}

/**
 * The first matches of the keys from `$5` on after a place, without those of the `tsquery` in the last parameter. A window
 * reads only a number of rows after the place; the index of lexemes says which of them match.
 */
export function rankAfter(sort: NodeSearchSort, isWindow: boolean, keys: number): string {
  const [value = '', rankKey = '', id = '', limit, others, window] = [0, 1, 2, 3, 4, 5].map((at) =>
    afterKeys(keys, at),
  );
  const isAfter = `${value}::text is not distinct from ${value} and ${after(sort, value, rankKey, id)}`;
  return `
with ${isWindow ? `bound as materialized (select rank_key, id from node_search where ${isAfter} order by rank_key, id offset ${window} limit 1),` : ''}
hit as materialized (
  select ${ORDER_COLUMNS}, lexemes from node_search
  where ${matchesKeys(keys)} and ${VISIBLE} ${
    isWindow
      ? `and rank_key >= ${rankKey}::uuid and rank_key <= (select rank_key from bound) and (rank_key, id) <= ((select rank_key from bound), (select id from bound))`
      : ''
  })
select ${pageOf(`
  select id, rank_key, 0 as tier from (select * from hit where ${isAfter} order by ${ORDER[sort]} offset 0) best
  where not ts_match_vq(lexemes, ${others}::tsquery) order by ${ORDER[sort]} limit ${limit}`)}`;
}

/**
 * The first matches of the keys from `$5` on in an order, among as many rows as the last parameter says. Rows that tie with
 * the last one are left out, so that there are never more.
 */
export function rankFirst(sort: Exclude<NodeSearchSort, 'relevance'>, keys: number): string {
  const column = sort === 'newest' ? 'created_at' : sort;
  return `
with bound as materialized (
  select ${column} as value from node_search order by ${ORDER[sort]} offset ${afterKeys(keys, 2)} limit 1),
first as materialized (select ${column} as value from node_search order by ${ORDER[sort]} limit 1),
hit as materialized (
  select ${ORDER_COLUMNS} from node_search
  where ${matchesKeys(keys)} and ${column} > (select value from bound) and ${column} <= (select value from first) and ${VISIBLE})
select array(select id from hit order by ${ORDER[sort]} ${pageAfterKeys(keys)}) as ids`;
}

/** The first `$8` matches of `$10` among the next `$9` rows after the place `$5` to `$7`: for conditions with many rows. */
export function walkAfter(sort: NodeSearchSort): string {
  return `
select ${pageOf(`
  select id, rank_key, 0 as tier from (
    select ${ORDER_COLUMNS}, lexemes from node_search
    where $5::text is not distinct from $5 and ${after(sort, '$5', '$6', '$7')} and ${VISIBLE}
    order by ${ORDER[sort]} limit $9) near
  where $10::tsquery is null or ts_match_vq(lexemes, $10::tsquery) order by ${ORDER[sort]} limit $8`)}`;
}

export function browse(sort: NodeSearchSort): string {
  return `
select array(select id from node_search where ${VISIBLE} order by ${ORDER[sort]} offset $5 limit $6) as ids,
  (select count(*) from (select from node_search where ${VISIBLE} limit $7) bounded)::int as total`;
}

/** More matches in the sample do not change how a query is read. */
const SAMPLED_MAX = 300;

/** Counts the matches of the keys from `$5` on in the sample, up to `SAMPLED_MAX`. */
export function countSample(keys: number): string {
  return `
select count(*)::int as total from (
  select from node_search where is_sampled and ${matchesKeys(keys)} and ${VISIBLE} limit ${SAMPLED_MAX}) bounded`;
}

/**
 * Counts the rows of each query, up to the last parameter; their keys are parallel arrays from `$5` on. The planner does not
 * see the limit, for which it would read the table in place of the index.
 */
export function countEach(keys: number): string {
  const parts = Array.from({ length: keys }, (_, at) => `key_${at}`);
  return `
select array(
  select (with hit as materialized (
    select from node_search where ${matches(parts.map((part) => `${part}::tsquery`))} and ${VISIBLE})
    select count(*) from (select from hit limit ${afterKeys(keys, 0)}) few)::int
  from unnest(${parts.map((_, at) => `$${FIRST_KEY + at}::text[]`).join(', ')}) with ordinality
    as queries (${parts.join(', ')}, place)
  order by place) as counts`;
}

export function countAll(keys: number): string {
  return `
select count(*)::int as total from node_search where ${matchesKeys(keys)} and ${VISIBLE}`;
}

/** Held shared while rows get their head, exclusively while the borders move. The number must never change. */
export const HEADS_LOCK = 7_236_163;

/**
 * Writes the rows of `$1`, a JSON array of objects, with their lexemes as one text with separators (`$2`). The statement
 * locks the heads itself.
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

/** Writes the whole names of `$1`, a JSON array, in place of those that the nodes of `$2` had. */
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
 * Adds words (`$1`, separated by commas) with their counts (`$3` to `$6`, in the same order) to the vocabulary. The rows of
 * common words would be a bottleneck. So a known word's counts grow only where a field is new to it or the batch has at
 * least `$2`, and are exact only after maintenance.
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
 * Lets the rows of this transaction enter the index of lexemes together: the words that they share are written once, which
 * halves the time and the log. The setting is not visible to other transactions, and none waits for it.
 */
export const COLLECT_LEXEMES = 'alter index ix_node_search_lexemes set (fastupdate = on)';

/** Ends {@link COLLECT_LEXEMES}; searches read collected lexemes one by one, so they must not stay. */
export const ENTER_LEXEMES = [
  "select gin_clean_pending_list('ix_node_search_lexemes')",
  'alter index ix_node_search_lexemes set (fastupdate = off)',
] as const;

export const REMOVE_ROWS = `delete from node_search where id = any($1::text[])`;
