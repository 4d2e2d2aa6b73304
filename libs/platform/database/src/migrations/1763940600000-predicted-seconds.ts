import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the provider of a task thought that the work would take, beside the estimate, which follows recent tasks as well. */
export class PredictedSeconds1763940600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table tasks add column predicted_seconds integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table tasks drop column predicted_seconds');
  }
}
