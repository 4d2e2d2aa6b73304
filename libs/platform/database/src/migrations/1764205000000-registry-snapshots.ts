import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** The newest snapshot of the registry. */
export class RegistrySnapshots1764205000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table registry_snapshots (
        is_only boolean not null default true,
        key text not null,
        bytes bigint not null,
        sha256 bytea not null,
        nodes integer not null,
        versions integer not null,
        cursor bigint not null,
        created_at timestamptz not null,
        constraint pk_registry_snapshots primary key (is_only),
        constraint ck_registry_snapshots_is_only check (is_only)
      );`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table registry_snapshots');
  }
}
