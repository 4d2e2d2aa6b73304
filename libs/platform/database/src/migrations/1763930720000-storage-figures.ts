import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many files of each kind there were when they were counted last. */
export class StorageFigures1763930720000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table storage_figures (
        kind text not null,
        files bigint not null,
        bytes bigint not null,
        bytes_in_database bigint not null,
        measured_at timestamptz not null default now(),
        constraint pk_storage_figures primary key (kind)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table storage_figures');
  }
}
