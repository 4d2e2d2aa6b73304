import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Small inputs are stored in the transaction of their task. */
export class SmallFilesInRows1763920010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assets add column content bytea');
  }

  /** Tasks that wait lose such inputs, and fail. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assets drop column content');
  }
}
