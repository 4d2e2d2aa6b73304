import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Invitations to publishers by e-mail wait for their person: until one accepts, they have an address and no user. */
export class InvitationsByEmail1763810130000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table "publisher_members"
        add column "invitedEmail" text,
        alter column "userId" drop not null`);
    await runner.query(`
      create unique index "uq_publisher_members_publisher_id_invited_email"
        on "publisher_members" ("publisherId", lower("invitedEmail"))`);
    await runner.query(
      `create index "ix_publisher_members_invited_email" on "publisher_members" (lower("invitedEmail"))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from "publisher_members" where "userId" is null');
    await runner.query(`
      drop index "ix_publisher_members_invited_email", "uq_publisher_members_publisher_id_invited_email"`);
    await runner.query(`
      alter table "publisher_members" drop column "invitedEmail", alter column "userId" set not null`);
  }
}
