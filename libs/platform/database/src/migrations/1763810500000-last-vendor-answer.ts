import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the vendor answered last when a call for a task failed, so that the task's end can say it. */
export class LastVendorAnswer1763810500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table "provider_operations" add column "lastAnswer" text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table "provider_operations" drop column "lastAnswer"');
  }
}
