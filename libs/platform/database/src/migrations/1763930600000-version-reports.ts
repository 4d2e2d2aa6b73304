import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the check of an archive saw, and the review queue by age. */
export class VersionReports1763930600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table version_reports (
        node_version_id uuid not null,
        report jsonb not null,
        checked_at timestamptz not null default now(),
        constraint pk_version_reports primary key (node_version_id),
        constraint fk_version_reports_node_version_id foreign key (node_version_id)
          references node_versions (id) on delete cascade
      )`);
    await runner.query(`
      create index ix_node_versions_flagged on node_versions (created_at, id)
       where status = 'NodeVersionStatusFlagged'`);
    await runner.query(`
      create index ix_nodes_review_age on nodes (created_at, id) where review_reason is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ix_nodes_review_age');
    await runner.query('drop index ix_node_versions_flagged');
    await runner.query('drop table version_reports');
  }
}
