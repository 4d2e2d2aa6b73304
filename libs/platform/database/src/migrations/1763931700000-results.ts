import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Outputs have their SHA-256 and what they say of their origin, and ended tasks a time when they expire. */
export class Results1763931700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table assets add column sha256 bytea, add column has_credentials boolean, add column source_type text',
    );
    await runner.query(
      `alter table tasks add column retention_hours int, add column expires_at timestamptz,
         add column expired_at timestamptz`,
    );
    await runner.query(
      `create index ix_tasks_expires_at on tasks (expires_at)
        where expires_at is not null and expired_at is null and deleted_at is null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ix_tasks_expires_at');
    await runner.query(
      'alter table tasks drop column retention_hours, drop column expires_at, drop column expired_at',
    );
    await runner.query(
      'alter table assets drop column sha256, drop column has_credentials, drop column source_type',
    );
  }
}
