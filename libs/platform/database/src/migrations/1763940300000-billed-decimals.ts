import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What vendors bill, as decimals. Programs of the version before write and read whole credits, so these stay beside: a row without a
 * decimal is one of theirs.
 */
export class BilledDecimals1763940300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table vendor_orders add column billed numeric(16, 6)');
    // Checked for new rows only: there is nothing to find in the others, and reading them would hold up the service.
    await runner.query(`
      alter table credit_transfers add column billed numeric(16, 6),
        add constraint ck_credit_transfers_billed
          check (billed is null or (type = 'cost' and billed >= 0 and amount = ceil(billed))) not valid`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table credit_transfers drop column billed');
    await runner.query('alter table vendor_orders drop column billed');
  }
}
