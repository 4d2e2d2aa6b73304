import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The host of the repository of each row that has one. */
const HOSTS = `
  select s.id, left(substring(lexeme from '^r"([a-z0-9-]+(?:[.][a-z0-9-]+)+)(?:/|$)'), 48) as host
    from node_search s cross join unnest(tsvector_to_array(s.lexemes)) as lexeme
   where left(lexeme, 2) = 'r"'`;

/** The host of a repository is a word that finds it. */
export class RepositoryHosts1763810700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update node_search s set lexemes = s.lexemes || array_to_tsvector(array['r' || found.host])
        from (${HOSTS}) found where found.id = s.id and found.host is not null`,
    );
    await runner.query(
      `insert into search_term (term, n, t, a, r)
       select host, 0, 0, 0, count(*) from (${HOSTS}) found where host is not null group by host
       on conflict (term) do update set r = excluded.r`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update node_search s set lexemes = ts_delete(s.lexemes, 'r' || found.host)
        from (${HOSTS}) found where found.id = s.id and found.host is not null`,
    );
    await runner.query(`delete from search_term where strpos(term, '.') > 0`);
  }
}
