import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trace that a task belongs to, so that whatever goes on with the task goes on with the trace. */
export class TaskTraces1763931610000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table tasks add column traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table tasks drop column traceparent');
  }
}
