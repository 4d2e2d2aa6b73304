import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which run works on a task, so that an earlier one that comes back late changes nothing. */
export class TaskRuns1763811200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table "tasks" add column "run" int');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table "tasks" drop column "run"');
  }
}
