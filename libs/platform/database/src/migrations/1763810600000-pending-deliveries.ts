import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries that wait, for the sweep that looks for those without a job. */
export class PendingDeliveries1763810600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index "ix_webhook_deliveries_pending" on "webhook_deliveries" ("taskId", "seq")
      where "status" = 'pending'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index "ix_webhook_deliveries_pending"');
  }
}
