import type { MigrationInterface, QueryRunner } from 'typeorm';

const RARE = `tasks (user_id, status, id)`;

/** Uncertain tasks are listed by their users as others of rare statuses are, and by admins. */
export class UncertainTasks1763931300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ix_tasks_rare_status');
    await runner.query(
      `create index ix_tasks_rare_status on ${RARE} where status in ('processing', 'uncertain', 'failed', 'canceled')`,
    );
    await runner.query(`create index ix_tasks_uncertain on tasks (id) where status = 'uncertain'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ix_tasks_uncertain');
    await runner.query('drop index ix_tasks_rare_status');
    await runner.query(
      `create index ix_tasks_rare_status on ${RARE} where status in ('processing', 'failed', 'canceled')`,
    );
  }
}
