import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was ordered from upstream vendors, written down before each order is sent. */
export class ProviderOperations1763700700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table "provider_operations" (
        "taskId" uuid not null,
        "state" text not null,
        "idempotencyKey" uuid not null,
        "vendorId" text,
        "failures" integer not null default 0,
        "createdAt" timestamptz not null default now(),
        "submittedAt" timestamptz,
        constraint "pk_provider_operations" primary key ("taskId"),
        constraint "fk_provider_operations_task_id" foreign key ("taskId") references "tasks" ("id") on delete cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table "provider_operations"');
  }
}
