import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which storage has the files of this database. */
export class StorageId1763941200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table storage_id (
        is_only boolean not null default true,
        id uuid not null,
        constraint pk_storage_id primary key (is_only),
        constraint ck_storage_id_is_only check (is_only)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table storage_id');
  }
}
