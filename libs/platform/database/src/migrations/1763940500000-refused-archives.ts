import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which archives the check refused, and versions by their archive, to know one again. */
export class RefusedArchives1763940500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table node_versions add column archive_refusal text');
    // What the check noted with every refusal until now; the code stands before the colon unless an admin wrote another reason.
    await runner.query(`
      update node_versions
         set archive_refusal = coalesce(substring(status_reason from '^([a-z_]+): '), 'not_checked')
       where app_node_extract_reason = 'The archive was not accepted.' and status <> 'NodeVersionStatusActive'`);
    await runner.query(`
      create index ix_node_versions_archive_sha256 on node_versions (archive_sha256)
       where archive_sha256 is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ix_node_versions_archive_sha256');
    await runner.query('alter table node_versions drop column archive_refusal');
  }
}
