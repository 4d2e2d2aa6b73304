import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Secrets that the installation makes for itself. */
export class ServiceSecrets1763700020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table "service_secrets" (
        "name" text not null,
        "value" bytea not null,
        "createdAt" timestamptz not null default now(),
        constraint "pk_service_secrets" primary key ("name")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table "service_secrets"');
  }
}
