import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What admins have set of vendors: whether they are drained, and their share of the tasks. */
export class VendorStates1763931400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table vendor_states (
        vendor text not null,
        is_draining boolean not null default false,
        weight integer,
        updated_at timestamptz not null default now(),
        constraint pk_vendor_states primary key (vendor),
        constraint ck_vendor_states_weight check (weight between 0 and 1000)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table vendor_states');
  }
}
