import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users whom admins invite, suspend and delete, and how many publishers each may own. */
export class UserAdministration1763810120000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table "users"
        add column "suspendedAt" timestamptz,
        add column "deletedAt" timestamptz,
        add column "publisherLimit" integer`);
    await runner.query(`
      create table "user_invitations" (
        "id" uuid not null,
        "userId" uuid not null,
        "digest" bytea not null,
        "expiresAt" timestamptz not null,
        "acceptedAt" timestamptz,
        "createdAt" timestamptz not null default now(),
        constraint "pk_user_invitations" primary key ("id"),
        constraint "fk_user_invitations_user_id" foreign key ("userId") references "users" ("id") on delete cascade
      )`);
    await runner.query(`create index "ix_user_invitations_user_id" on "user_invitations" ("userId")`);
    await runner.query(`create unique index "uq_user_invitations_digest" on "user_invitations" ("digest")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table "user_invitations"');
    await runner.query(
      'alter table "users" drop column "suspendedAt", drop column "deletedAt", drop column "publisherLimit"',
    );
  }
}
