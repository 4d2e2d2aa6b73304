import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** What the look-alike checks read, and why an admin should look at a publisher. */
export class LookAlikeNames1764201000000 implements Migration {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table publishers add column if not exists review_reason text');
    for (const [name, target] of Object.entries(INDEXES)) {
      await runner.query(`drop index concurrently if exists ${name}`);
      await runner.query(`create index concurrently ${name} on ${target}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index if exists ${name}`);
    // A trigger reads the column. The program that starts next puts its functions and triggers in place.
    await runner.query('alter table publishers drop column review_reason cascade');
    await runner.query('update migrations set functions = null');
  }
}

const INDEXES = {
  ix_publishers_letters: `publishers (replace(id, '-', ''))`,
  ix_publishers_review_age: 'publishers (created_at, id) where review_reason is not null',
  ix_nodes_name_author: `nodes (md5(lower(name) || E'\\n' || lower(author))) where author <> ''`,
  ix_nodes_description: 'nodes (md5(description)) where length(description) >= 40',
  ix_nodes_repository: `nodes (md5(rtrim(regexp_replace(lower(repository), '^https?://(www[.])?|[.]git/*$', '', 'g'), '/')))
    where repository <> ''`,
};
