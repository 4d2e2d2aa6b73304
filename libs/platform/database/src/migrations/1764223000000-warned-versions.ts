import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** Which versions the check warns of, without reading every report. */
export class WarnedVersions1764223000000 implements Migration {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index concurrently if exists ix_version_reports_warned');
    await runner.query(`
      create index concurrently ix_version_reports_warned on version_reports (node_version_id)
       where jsonb_path_exists(report,
         '$.findings[*] ? (@.severity == "warning" && !(@.isShadow == true) && !(@.isApproved == true))')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index if exists ix_version_reports_warned');
  }
}
