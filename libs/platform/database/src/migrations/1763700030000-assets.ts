import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files in our own storage. */
export class Assets1763700030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table "assets" (
        "id" uuid not null,
        "userId" uuid,
        "taskId" uuid,
        "purpose" text not null,
        "extension" text not null,
        "contentType" text not null,
        "bytes" bigint,
        "expiresAt" timestamptz,
        "createdAt" timestamptz not null default now(),
        constraint "pk_assets" primary key ("id"),
        constraint "fk_assets_user_id" foreign key ("userId") references "users" ("id") on delete set null
      )`);
    await runner.query(`create index "ix_assets_task_id" on "assets" ("taskId")`);
    await runner.query(
      `create index "ix_assets_expires_at" on "assets" ("expiresAt") where "expiresAt" is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table "assets"');
  }
}
