import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The documentation of an app node's Python class, apart from its description. */
export class AppNodeDocstrings1763940900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table app_nodes add column docstring text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table app_nodes drop column docstring');
  }
}
