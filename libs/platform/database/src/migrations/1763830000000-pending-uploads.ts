import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files that are on their way into the storage, so that those of killed processes can be found and removed. */
export class PendingUploads1763830000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table pending_uploads (
        key text not null,
        started_at timestamptz not null default now(),
        is_abandoned boolean not null default false,
        constraint pk_pending_uploads primary key (key)
      )`);
    await runner.query('alter table assets add column storage_key text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assets drop column storage_key');
    await runner.query('drop table pending_uploads');
  }
}
