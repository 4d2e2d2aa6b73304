import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where files and tasks of callers without a token come from, and what limits per caller look up. */
export class CallersWithoutToken1763811210000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table "assets" add column "source" text');
    await runner.query('alter table "tasks" add column "source" text');
    await runner.query(`
      create index "ix_assets_source" on "assets" ("source") include ("bytes") where "source" is not null`);
    await runner.query(`
      create index "ix_assets_user_id_stored" on "assets" ("userId") include ("bytes") where "purpose" <> 'output'`);
    await runner.query(`
      create index "ix_tasks_waiting" on "tasks" ("userId", "source") where "status" in ('created', 'queued')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index "ix_tasks_waiting"');
    await runner.query('drop index "ix_assets_user_id_stored"');
    await runner.query('drop index "ix_assets_source"');
    await runner.query('alter table "tasks" drop column "source"');
    await runner.query('alter table "assets" drop column "source"');
  }
}
