import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Signing secrets, deliveries, and the attempts to make them. */
export class Webhooks1763700300500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table "webhook_secrets" (
        "id" uuid not null,
        "userId" uuid not null,
        "secret" bytea not null,
        "createdAt" timestamptz not null default now(),
        "expiresAt" timestamptz,
        constraint "pk_webhook_secrets" primary key ("id"),
        constraint "fk_webhook_secrets_user_id" foreign key ("userId") references "users" ("id") on delete cascade
      )`);
    await runner.query(
      `create unique index "uq_webhook_secrets_user_id_current" on "webhook_secrets" ("userId") where "expiresAt" is null`,
    );
    await runner.query(`
      create table "webhook_deliveries" (
        "id" uuid not null,
        "taskId" uuid not null,
        "seq" integer not null,
        "userId" uuid,
        "url" text not null,
        "body" text not null,
        "status" text not null,
        "attemptCount" integer not null default 0,
        "nextAttemptAt" timestamptz,
        "createdAt" timestamptz not null default now(),
        constraint "pk_webhook_deliveries" primary key ("id"),
        constraint "uq_webhook_deliveries_task_id_seq" unique ("taskId", "seq"),
        constraint "fk_webhook_deliveries_task_id" foreign key ("taskId") references "tasks" ("id") on delete cascade
      )`);
    await runner.query(`
      create table "webhook_attempts" (
        "id" uuid not null,
        "deliveryId" uuid not null,
        "startedAt" timestamptz not null,
        "durationMs" integer not null,
        "responseStatus" integer,
        "responseText" text,
        "error" text,
        constraint "pk_webhook_attempts" primary key ("id"),
        constraint "fk_webhook_attempts_delivery_id" foreign key ("deliveryId") references "webhook_deliveries" ("id") on delete cascade
      )`);
    await runner.query(`create index "ix_webhook_attempts_delivery_id" on "webhook_attempts" ("deliveryId")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['webhook_attempts', 'webhook_deliveries', 'webhook_secrets']) {
      await runner.query(`drop table "${table}"`);
    }
  }
}
