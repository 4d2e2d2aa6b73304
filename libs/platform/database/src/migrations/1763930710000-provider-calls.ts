import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What came of the work of providers, minute by minute and process by process, and circuits that are not closed. */
export class ProviderCalls1763930710000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table provider_calls (
        minute timestamptz not null,
        process_id uuid not null,
        provider text not null,
        work text not null,
        calls integer not null,
        errors integer not null,
        durations jsonb not null,
        last_error text,
        last_error_at timestamptz,
        constraint pk_provider_calls primary key (minute, process_id, provider, work)
      )`);
    await runner.query(`
      create table vendor_circuits (
        process_id uuid not null,
        vendor text not null,
        state text not null,
        seen_at timestamptz not null default now(),
        constraint pk_vendor_circuits primary key (process_id, vendor)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table vendor_circuits');
    await runner.query('drop table provider_calls');
  }
}
