import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Replies kept by idempotency key, and the shared counts of the rate limits. */
export class RequestRecords1763700500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table "idempotency_keys" (
        "id" bytea not null,
        "claimId" uuid not null,
        "requestHash" bytea not null,
        "leaseUntil" timestamptz not null,
        "reply" bytea,
        "replaySource" text,
        "replayReference" text,
        "expiresAt" timestamptz not null,
        constraint "pk_idempotency_keys" primary key ("id")
      )`);
    // Replies are sealed, so they do not compress.
    await runner.query('alter table "idempotency_keys" alter column "reply" set storage external');
    await runner.query('create index "ix_idempotency_keys_expires_at" on "idempotency_keys" ("expiresAt")');
    // Unlogged: counts of a minute need not survive a crash of the server.
    await runner.query(`
      create unlogged table "rate_limit_counts" (
        "window" bigint not null,
        "key" text not null,
        "count" integer not null,
        constraint "pk_rate_limit_counts" primary key ("window", "key")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table "rate_limit_counts"');
    await runner.query('drop table "idempotency_keys"');
  }
}
