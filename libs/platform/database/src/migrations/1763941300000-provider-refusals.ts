import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many calls were refused for what the caller sent, beside those that failed. */
export class ProviderRefusals1763941300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table provider_calls add column refusals integer not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table provider_calls drop column refusals');
  }
}
