import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a vendor's book names is found by the vendor's id, and what was booked in its days without reading other transfers. */
export class ReconciliationIndexes1763931800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index ix_vendor_orders_vendor_id on vendor_orders (vendor_id) where vendor_id is not null',
    );
    await runner.query(
      `create index ix_credit_transfers_cost on credit_transfers (provider, id) where type = 'cost'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ix_credit_transfers_cost');
    await runner.query('drop index ix_vendor_orders_vendor_id');
  }
}
