import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys of vendors that a process does not use for a while, as the vendor limits them. */
export class VendorRestingKeys1763931550000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table vendor_resting_keys (
        process_id uuid not null,
        vendor text not null,
        key_name text not null,
        rests_until timestamptz not null,
        seen_at timestamptz not null default now(),
        constraint pk_vendor_resting_keys primary key (process_id, vendor, key_name)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table vendor_resting_keys');
  }
}
