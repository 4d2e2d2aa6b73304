import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which of a vendor's keys an order was sent with: accounts know their own orders only. */
export class OrderKeys1763931400010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table vendor_orders add column vendor_key text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table vendor_orders drop column vendor_key');
  }
}
