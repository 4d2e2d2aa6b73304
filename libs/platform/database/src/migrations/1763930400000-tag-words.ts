import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each node's tags as the search compares them. */
const TAGS = `
  select distinct node.id_key as id, left(lower(btrim(translate(tag, E',\\x1f', '  '))), 64) as tag
    from nodes node cross join unnest(node.tags) as tag
   where btrim(translate(tag, E',\\x1f', '  ')) <> ''`;

/** A whole tag is a word of its own. */
export class TagWords1763930400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update node_search s set lexemes = s.lexemes || array_to_tsvector(added.lexemes)
        from (select id, array_agg('t#' || tag) as lexemes from (${TAGS}) tags group by id) added
        where added.id = s.id`,
    );
    await runner.query(
      `insert into search_term (term, n, t, a, r)
       select '#' || tag, 0, count(*), 0, 0 from (${TAGS}) tags group by tag
       on conflict (term) do update set t = excluded.t`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update node_search s set lexemes = ts_delete(s.lexemes, array(
         select lexeme from unnest(tsvector_to_array(s.lexemes)) lexeme where left(lexeme, 2) = 't#'))
        from (${TAGS}) tags where tags.id = s.id`,
    );
    await runner.query(`delete from search_term where term like '#%'`);
  }
}
