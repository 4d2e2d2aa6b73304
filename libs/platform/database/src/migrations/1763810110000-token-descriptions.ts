import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people write about a token beside its name. */
export class TokenDescriptions1763810110000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table "access_tokens" add column "description" text not null default ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table "access_tokens" drop column "description"');
  }
}
