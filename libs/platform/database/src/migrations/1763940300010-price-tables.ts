import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each version of the price table stands for. */
export class PriceTables1763940300010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table price_tables (
        version text not null,
        prices jsonb not null,
        created_at timestamptz not null default now(),
        constraint pk_price_tables primary key (version)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table price_tables');
  }
}
