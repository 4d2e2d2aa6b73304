import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users and their access tokens. */
export class Users1763700010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table "users" (
        "id" uuid not null,
        "name" text not null,
        "email" text not null,
        "isAdmin" boolean not null,
        "isApproved" boolean not null,
        "subject" text,
        "createdAt" timestamptz not null default now(),
        constraint "pk_users" primary key ("id"),
        constraint "uq_users_subject" unique ("subject")
      )`);
    await runner.query(`create index "ix_users_email" on "users" (lower("email"))`);
    await runner.query(`
      create table "access_tokens" (
        "id" uuid not null,
        "userId" uuid not null,
        "name" text not null,
        "digest" bytea not null,
        "scopes" text array not null,
        "publisherId" text,
        "expiresAt" timestamptz,
        "revokedAt" timestamptz,
        "lastUsedAt" timestamptz,
        "createdAt" timestamptz not null default now(),
        constraint "pk_access_tokens" primary key ("id"),
        constraint "fk_access_tokens_user_id" foreign key ("userId") references "users" ("id") on delete cascade
      )`);
    await runner.query(`create index "ix_access_tokens_user_id" on "access_tokens" ("userId")`);
    await runner.query(`create unique index "uq_access_tokens_digest" on "access_tokens" ("digest")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table "access_tokens"');
    await runner.query('drop table "users"');
  }
}
