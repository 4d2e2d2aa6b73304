import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** What users report of nodes, and since when a node is hidden until an admin has checked it. */
export class NodeReports1764203000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table nodes add column quarantined_at timestamptz;
      create table node_reports (
        id uuid not null,
        node_id text not null,
        reporter_id uuid not null,
        reason text not null,
        details text not null,
        version text,
        created_at timestamptz not null default now(),
        verdict text,
        answer text not null default '',
        closed_at timestamptz,
        constraint pk_node_reports primary key (id),
        constraint fk_node_reports_node_id foreign key (node_id) references nodes (id) on delete cascade,
        constraint fk_node_reports_reporter_id foreign key (reporter_id) references users (id) on delete cascade
      );
      create unique index uq_node_reports_open on node_reports (node_id, reporter_id) where verdict is null;
      create index ix_node_reports_node_id on node_reports (node_id, id);
      create index ix_node_reports_reporter_id on node_reports (reporter_id, id);
      create index ix_node_reports_open on node_reports (id) where verdict is null;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table node_reports; alter table nodes drop column quarantined_at');
  }
}
