import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** Which processes run, the backups that were made, and when an admin last had calls to a vendor tried again. */
export class ProcessesAndBackups1764224000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    // Of one run of the service, so that no backup has it.
    await runner.query(`
      create unlogged table processes (
        id uuid not null,
        role text not null,
        version text not null,
        seen_at timestamptz not null default now(),
        constraint pk_processes primary key (id)
      )`);
    await runner.query(`
      create table backups (
        ended_at timestamptz not null default now(),
        has_files boolean not null,
        constraint pk_backups primary key (ended_at)
      )`);
    await runner.query('alter table vendor_states add column retried_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table vendor_states drop column retried_at');
    await runner.query('drop table backups');
    await runner.query('drop table processes');
  }
}
