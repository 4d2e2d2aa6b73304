import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** What admins look for among the tasks of all users, and the log lines of tasks. */
export class AllTasks1764217300000 implements Migration {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // A summary of each 32 pages: small, written seldom, and it finds what is rare. What is common is found soon by the newest.
    await runner.query('drop index concurrently if exists ix_tasks_facts');
    await runner.query(`
      create index concurrently ix_tasks_facts on tasks using brin (
        kind text_bloom_ops (n_distinct_per_range = 32), provider text_bloom_ops (n_distinct_per_range = 32), credits
      ) with (pages_per_range = 32, autosummarize = on)`);
    await runner.query('drop index concurrently if exists ix_tasks_error_code_id');
    await runner.query(`
      create index concurrently ix_tasks_error_code_id on tasks (error_code, id) where error_code is not null`);
    await runner.query(`
      create table if not exists task_log_lines (
        id uuid not null,
        task_id uuid not null,
        logged_at timestamptz not null,
        level text not null,
        message text not null,
        details jsonb not null,
        constraint pk_task_log_lines primary key (id),
        constraint fk_task_log_lines_task_id foreign key (task_id) references tasks (id) on delete cascade
      )`);
    await runner.query(
      'create index if not exists ix_task_log_lines_task_id_id on task_log_lines (task_id, id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table task_log_lines');
    await runner.query('drop index ix_tasks_error_code_id');
    await runner.query('drop index ix_tasks_facts');
  }
}
