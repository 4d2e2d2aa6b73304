import { TERM_FIELDS } from './search-document.js';
import { BEHIND_HEADS, HEAD_ROWS, HEADS_LOCK, SAMPLE_STEP } from './search-sql.js';

/** Blocks writers while the borders change, until the caller's transaction ends. */
export const LOCK_HEADS = `select pg_advisory_xact_lock(${HEADS_LOCK})`;

/** Sizes of the catalogue and of its first head, the size for which the heads were drawn, and whether there are heads. */
export const READ_SIZES = `
select count(*)::int as rows, (count(*) filter (where head = 0))::int as "firstHeadRows",
  (select coalesce(max(catalogue_rows), 0) from search_head where is_ready)::int as "headRows",
  exists (select from search_head) as "hasHeads"
from node_search`;

export const DROP_HEADS = 'delete from search_head';

/** Draws the border after the best `$1` rows as head `$2`, not ready yet; does nothing when there are fewer rows. */
export const DRAW_HEAD = `
insert into search_head (head, rank_key, id, catalogue_rows, is_ready)
select $2::smallint, rank_key, id, $3, false from node_search order by rank_key, id offset $1 - 1 limit 1`;

/** Moves up to `$2` rows after id `$1` to their heads; returns the last id read. */
export const MOVE_ROWS = `
with near as (
  select id, rank_key, head from node_search where id > $1 order by id limit $2),
due as (
  select near.id, near.head, coalesce((
    select min(h.head) from search_head h where (near.rank_key, near.id) <= (h.rank_key, h.id)), ${BEHIND_HEADS}) as target
  from near),
moved as (
  update node_search set head = due.target from due where node_search.id = due.id and due.head <> due.target)
select max(id) as last from near`;

export const OPEN_HEADS = 'update search_head set is_ready = true';

/** A range of the `rows` best rows, by number. */
export type Head = { head: number; rows: number };

/** Sizes of the heads that a catalogue of `rows` needs. A head of nearly all rows would save nothing. */
export function headsFor(rows: number): Head[] {
  return HEAD_ROWS.map((size, head) => ({ head, rows: size })).filter((head) => head.rows * 2 <= rows);
}

/**
 * Recounts the vocabulary from all documents, or for a large catalogue from its sample, where only frequent words are
 * counted.
 */
export function recountTerms(isSampled: boolean): string {
  const documents = `select lexemes from node_search${isSampled ? ' where is_sampled' : ''}`;
  const step = isSampled ? SAMPLE_STEP : 1;
  const fewest = isSampled ? SAMPLED_TERM_ROWS : 1;
  const newCounts = TERM_FIELDS.map(
    (field) => `coalesce(counted.${field}, ${isSampled ? `known.${field}, ` : ''}0)`,
  ).join(', ');
  return `
with counted as (
  select substr(word, 2) collate "C" as term,
    (sum(ndoc) filter (where word like 'n%') * ${step})::int as n, (sum(ndoc) filter (where word like 't%') * ${step})::int as t,
    (sum(ndoc) filter (where word like 'a%') * ${step})::int as a, (sum(ndoc) filter (where word like 'r%') * ${step})::int as r
  from ts_stat('${documents}')
  where left(word, 1) in ('n', 't', 'a', 'r') and substr(word, 2, 1) not in ('"', '=', ':', '^') and ndoc >= ${fewest}
  group by 1)
insert into search_term (term, n, t, a, r)
select counted.term, ${newCounts}
from counted left join search_term known on known.term = counted.term
where known.term is null or (known.n, known.t, known.a, known.r) <> (${newCounts})
order by 1
on conflict (term) do update set n = excluded.n, t = excluded.t, a = excluded.a, r = excluded.r`;
}

/** A word in fewer sampled documents keeps its present count. */
const SAMPLED_TERM_ROWS = 4;
