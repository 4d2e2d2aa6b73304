import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The derived tables of the registry's search. Nothing refers to them, and all of them can be built again from the
 * registry's own tables.
 */
export class NodeSearch1763700300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createNodeSearch(runner);
    await createVocabulary(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table if exists node_search_key, node_search, search_term, search_head');
  }
}

/**
 * The lexemes are read through their index only, so they are kept out of the row: 50 rows share a page, not 6, and a
 * page of results costs as few page reads. PostgreSQL looks for values to move out only in rows over 2 kB; the padding,
 * which compresses to 35 bytes, makes every row one. Statistics on lexemes would cost much and change no plan.
 */
async function createNodeSearch(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table node_search (
      id text collate "C" not null constraint pk_node_search primary key,
      rank_key uuid not null,
      created_at timestamptz not null,
      downloads bigint not null,
      stars integer not null,
      head smallint not null,
      is_sampled boolean not null,
      is_banned boolean not null,
      os text[],
      accelerators text[],
      lexemes tsvector not null,
      padding text not null default repeat(' ', 2100)
    ) with (toast_tuple_target = 176)`);
  await runner.query(`
    alter table node_search
      alter column lexemes set storage external,
      alter column lexemes set statistics 0,
      alter column id set storage main,
      alter column os set storage main,
      alter column accelerators set storage main`);
  await runner.query('create index ix_node_search_rank on node_search (rank_key, id)');
  await runner.query('create index ix_node_search_downloads on node_search (downloads desc, rank_key, id)');
  await runner.query('create index ix_node_search_stars on node_search (stars desc, rank_key, id)');
  await runner.query('create index ix_node_search_newest on node_search (created_at desc, rank_key, id)');
  await runner.query(
    'create index ix_node_search_lexemes on node_search using gin (lexemes) with (fastupdate = off)',
  );
  // As a difference, because `head <= 3` would let the planner take the index of `head <= 4` as well.
  for (const head of [0, 1, 2, 3, 4]) {
    await runner.query(
      `create index ix_node_search_lexemes_head_${head} on node_search using gin (lexemes) with (fastupdate = off) where head - ${head} <= 0`,
    );
  }
  await runner.query(
    'create index ix_node_search_lexemes_sample on node_search using gin (lexemes) with (fastupdate = off) where is_sampled',
  );
  await runner.query(`
    create table node_search_key (
      node_id text collate "C" not null
        constraint fk_node_search_key_node_id references node_search (id) on delete cascade,
      key text collate "C" not null,
      name text collate "C" not null,
      constraint pk_node_search_key primary key (node_id, key)
    )`);
  await runner.query('create index ix_node_search_key_key on node_search_key (key)');
  await createSpellingIndexes(runner, 'node_search_key', 'key', 'name');
  await runner.query(`
    create table search_head (
      head smallint not null constraint pk_search_head primary key,
      rank_key uuid not null,
      id text collate "C" not null,
      catalogue_rows integer not null,
      is_ready boolean not null
    )`);
}

/** `n`, `t`, `a` and `r` count documents by field: name, text, app nodes, repository. They guide plans, not results. */
async function createVocabulary(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table search_term (
      term text collate "C" not null,
      n integer not null,
      t integer not null,
      a integer not null,
      r integer not null,
      constraint pk_search_term primary key (term) include (n, t, a, r)
    ) with (fillfactor = 80)`);
  await createSpellingIndexes(runner, 'search_term', 'term', 'n, t, a, r');
  await sampleLittle(runner);
}

/** Every look-up of words is bounded, so rough statistics make the same plans and take an eighth of the time. */
async function sampleLittle(runner: QueryRunner): Promise<void> {
  for (const column of ['term', 'n', 't', 'a', 'r']) {
    await runner.query(`alter table search_term alter column ${column} set statistics 10`);
  }
  for (const [index, column] of [
    ['ix_search_term_beginning', 1],
    ['ix_search_term_end', 1],
    ['ix_search_term_end', 2],
  ]) {
    await runner.query(`alter index ${index} alter column ${column} set statistics 10`);
  }
}

/** Candidates for a misspelt word have nearly its length and share its beginning or its end. */
async function createSpellingIndexes(
  runner: QueryRunner,
  table: string,
  column: string,
  others: string,
): Promise<void> {
  await runner.query(
    `create index ix_${table}_beginning on ${table} (length(${column}), ${column}) include (${others})`,
  );
  await runner.query(
    `create index ix_${table}_end on ${table} (length(${column}), (reverse(${column}) collate "C")) include (${column}, ${others})`,
  );
}
