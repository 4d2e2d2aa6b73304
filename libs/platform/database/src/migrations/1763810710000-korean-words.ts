import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Korean words of the vocabulary with what is found within them: pairs of syllables, parts in other scripts, and syllables. */
const PARTS = `
  select known.term, part, is_syllable
    from search_term known cross join lateral (
      select substr(run[1], at, 2) as part, false as is_syllable
        from regexp_matches(known.term, '[가-힣]{2,}', 'g') run cross join generate_series(1, length(run[1]) - 1) at
      union select other[1], false from regexp_matches(known.term, '[^가-힣]+', 'g') other
      union select syllable[1], true from regexp_matches(known.term, '[가-힣]', 'g') syllable) parts
   where known.term ~ '[가-힣]' and known.term !~ '^~' and part <> known.term`;

/** Each part that a row gets, in the field in which the row has the whole; single syllables in names and texts only. */
const ADDED = `
  select distinct s.id, field, part
    from (${PARTS}) parts cross join unnest(array['n', 't', 'a', 'r', 'w']) field
    join node_search s on s.lexemes @@ quote_literal(field || term)::tsquery
   where not is_syllable or field in ('n', 't')`;

/** Words within longer Korean ones find them. */
export class KoreanWords1763810710000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create unlogged table korean_parts as ${ADDED}`);
    await runner.query(
      `update node_search s set lexemes = s.lexemes || array_to_tsvector(added.lexemes)
        from (select id, array_agg(field || part) as lexemes from korean_parts group by id) added
        where added.id = s.id`,
    );
    await runner.query(
      `insert into search_term (term, n, t, a, r)
       select part, count(*) filter (where field = 'n'), count(*) filter (where field = 't'),
              count(*) filter (where field = 'a'), count(*) filter (where field = 'r')
         from korean_parts group by part
       on conflict (term) do update set
         n = greatest(search_term.n, excluded.n), t = greatest(search_term.t, excluded.t),
         a = greatest(search_term.a, excluded.a), r = greatest(search_term.r, excluded.r)`,
    );
    await runner.query('drop table korean_parts');
  }

  /** The words that were added stay: they are right, and the next edit of a node writes all of its words anew. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
