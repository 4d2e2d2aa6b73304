import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why and since when a publisher is banned stands in its row; until now the audit log was asked. */
export class PublisherBans1763810100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table "publishers"
        add column "banReason" text not null default '',
        add column "bannedAt" timestamptz`);
    await runner.query(`
      update "publishers" p set
        "banReason" = coalesce((
          select a."reason" from "audit_entries" a
           where a."targetKind" = 'publisher' and a."targetId" = p."id" and a."action" = 'publisher.ban'
           order by a."id" desc limit 1), ''),
        "bannedAt" = coalesce((
          select a."createdAt" from "audit_entries" a
           where a."targetKind" = 'publisher' and a."targetId" = p."id" and a."action" = 'publisher.ban'
             and a."before" ->> 'status' is distinct from 'PublisherStatusBanned'
           order by a."id" desc limit 1), p."updatedAt")
       where p."status" = 'PublisherStatusBanned'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table "publishers" drop column "banReason", drop column "bannedAt"');
  }
}
