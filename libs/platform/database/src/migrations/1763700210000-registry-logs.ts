import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit log of moderation acts and the feed of registry changes. */
export class RegistryLogs1763700210000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table "audit_entries" (
        "id" uuid not null,
        "actorId" uuid,
        "action" text not null,
        "targetKind" text not null,
        "targetId" text not null,
        "reason" text not null,
        "before" jsonb,
        "after" jsonb,
        "createdAt" timestamptz not null default now(),
        constraint "pk_audit_entries" primary key ("id"),
        constraint "fk_audit_entries_actor_id" foreign key ("actorId") references "users" ("id") on delete set null
      )`);
    await runner.query(
      `create index "ix_audit_entries_target_kind_target_id" on "audit_entries" ("targetKind", "targetId")`,
    );
    await runner.query(`
      create table "registry_changes" (
        "serial" bigint generated always as identity,
        "kind" text not null,
        "action" text not null,
        "publisherId" text,
        "nodeId" text,
        "version" text,
        "createdAt" timestamptz not null default now(),
        constraint "pk_registry_changes" primary key ("serial")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table "registry_changes"');
    await runner.query('drop table "audit_entries"');
  }
}
