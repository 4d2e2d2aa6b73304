import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** Which archives the check refused. */
export class RefusedArchives1763940500000 implements Migration {
  readonly exceptions = { 'table-change': 'Only versions whose archive was refused are written: few rows.' };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table node_versions add column archive_refusal text');
    // What the check noted with every refusal until now; the code stands before the colon unless an admin wrote another reason.
    await runner.query(`
      update node_versions
         set archive_refusal = coalesce(substring(status_reason from '^([a-z_]+): '), 'not_checked')
       where app_node_extract_reason = 'The archive was not accepted.' and status <> 'NodeVersionStatusActive'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table node_versions drop column archive_refusal');
  }
}
