import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A webhook secret of nobody: the one of the installation, which is as unique as those of users. */
export class InstallationWebhookSecret1763701100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table "webhook_secrets" alter column "userId" drop not null');
    await runner.query('drop index "uq_webhook_secrets_user_id_current"');
    await runner.query(
      `create unique index "uq_webhook_secrets_user_id_current" on "webhook_secrets" ("userId")
        nulls not distinct where "expiresAt" is null`,
    );
    // Every attempt to deliver looks for the secrets of one owner, the replaced ones too.
    await runner.query('create index "ix_webhook_secrets_user_id" on "webhook_secrets" ("userId")');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index "ix_webhook_secrets_user_id"');
    await runner.query('delete from "webhook_secrets" where "userId" is null');
    await runner.query('drop index "uq_webhook_secrets_user_id_current"');
    await runner.query(
      `create unique index "uq_webhook_secrets_user_id_current" on "webhook_secrets" ("userId") where "expiresAt" is null`,
    );
    await runner.query('alter table "webhook_secrets" alter column "userId" set not null');
  }
}
