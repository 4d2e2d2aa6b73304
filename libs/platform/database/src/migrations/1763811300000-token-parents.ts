import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which token made a token. Those that were made before stand for themselves. */
export class TokenParents1763811300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table "access_tokens"
        add column "parentId" uuid,
        add constraint "fk_access_tokens_parent_id"
          foreign key ("parentId") references "access_tokens" ("id") on delete cascade`);
    await runner.query(`create index "ix_access_tokens_parent_id" on "access_tokens" ("parentId")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table "access_tokens" drop column "parentId"');
  }
}
