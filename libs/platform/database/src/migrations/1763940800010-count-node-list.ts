import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts the nodes that were there before, in a transaction of its own, so that no writer waits for it. */
export class CountNodeList1763940800010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('select count_node_list(0)');
  }

  async down(): Promise<void> {
    // The tables go with the migration before.
  }
}
