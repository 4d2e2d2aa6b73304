import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Media tasks and the log of their status changes. */
export class Tasks1763700040000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table "tasks" (
        "id" uuid not null,
        "kind" text not null,
        "status" text not null,
        "userId" uuid,
        "tokenId" uuid,
        "request" jsonb not null,
        "provider" text not null,
        "outputs" jsonb not null default '[]',
        "details" jsonb not null default '{}',
        "errorCode" text,
        "errorMessage" text,
        "progress" smallint not null default 0,
        "credits" integer not null,
        "estimatedSeconds" integer not null,
        "callbackUrl" text,
        "createdAt" timestamptz not null default now(),
        "startedAt" timestamptz,
        "finishedAt" timestamptz,
        "deletedAt" timestamptz,
        constraint "pk_tasks" primary key ("id"),
        constraint "fk_tasks_user_id" foreign key ("userId") references "users" ("id") on delete set null
      )`);
    await runner.query(`create index "ix_tasks_user_id_id" on "tasks" ("userId", "id")`);
    await runner.query(`
      create table "task_events" (
        "taskId" uuid not null,
        "seq" integer not null,
        "status" text not null,
        "createdAt" timestamptz not null default now(),
        constraint "pk_task_events" primary key ("taskId", "seq"),
        constraint "fk_task_events_task_id" foreign key ("taskId") references "tasks" ("id") on delete cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table "task_events"');
    await runner.query('drop table "tasks"');
  }
}
