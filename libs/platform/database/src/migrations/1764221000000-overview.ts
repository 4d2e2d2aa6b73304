import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** What the overview of admins reads: sums of tasks by hour, readings of the disk, the last check of the ledger, failed deliveries. */
export class Overview1764221000000 implements Migration {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table if not exists task_hours (
        hour timestamptz not null,
        tasks int not null,
        failed int not null,
        credits bigint not null,
        waits jsonb not null,
        constraint pk_task_hours primary key (hour)
      )`);
    await runner.query(`
      create table if not exists disk_readings (
        read_at timestamptz not null default now(),
        free_bytes bigint not null,
        constraint pk_disk_readings primary key (read_at)
      )`);
    await runner.query(`
      create table if not exists ledger_checks (
        name text not null,
        differences int not null,
        credits bigint not null,
        checked_at timestamptz not null default now(),
        constraint pk_ledger_checks primary key (name)
      )`);
    await runner.query('drop index concurrently if exists ix_webhook_deliveries_failed');
    await runner.query(`
      create index concurrently ix_webhook_deliveries_failed on webhook_deliveries (id) where status = 'failed'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ix_webhook_deliveries_failed');
    await runner.query('drop table ledger_checks');
    await runner.query('drop table disk_readings');
    await runner.query('drop table task_hours');
  }
}
