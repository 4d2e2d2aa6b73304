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
      create index ix_node_reports_open on node_reports (id) where verdict is null;
      create table report_messages (
        id uuid not null,
        report_id uuid not null,
        author_id uuid,
        side text not null,
        text text not null,
        created_at timestamptz not null default now(),
        constraint pk_report_messages primary key (id),
        constraint fk_report_messages_report_id foreign key (report_id) references node_reports (id) on delete cascade,
        constraint fk_report_messages_author_id foreign key (author_id) references users (id) on delete set null
      );
      create index ix_report_messages_report_id on report_messages (report_id, id);
      create index ix_report_messages_author_id on report_messages (author_id);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table report_messages; drop table node_reports; alter table nodes drop column quarantined_at',
    );
  }
}
