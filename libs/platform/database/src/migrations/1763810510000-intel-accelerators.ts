import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Classifiers of Intel's graphics cards get the one name that searches ask for. */
export class IntelAccelerators1763810510000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update "node_search" set "accelerators" = array_replace("accelerators", 'gpu :: intel arc', 'xpu')
        where 'gpu :: intel arc' = any("accelerators")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update "node_search" set "accelerators" = array_replace("accelerators", 'xpu', 'gpu :: intel arc')
        where 'xpu' = any("accelerators")`,
    );
  }
}
