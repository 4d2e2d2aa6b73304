import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By which token something was done: to a thing in the audit log, and of a version that was published. */
export class ActsOfOwners1763940500100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table node_versions add column published_by_token uuid');
    await runner.query('alter table audit_entries add column token_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table audit_entries drop column token_id');
    await runner.query('alter table node_versions drop column published_by_token');
  }
}
