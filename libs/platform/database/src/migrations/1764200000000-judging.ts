import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** What the scan of packages found, which rules count, what reviewers approved, and what a repeated scan put in doubt. */
export class Judging1764200000000 implements Migration {
  /** Programs of before read whole rows by prepared statements, which fail once the migrations after this one add columns. */
  readonly needs = '1764200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table scan_rules (
        id text not null,
        is_shadow boolean not null default false,
        changed_at timestamptz not null default now(),
        constraint pk_scan_rules primary key (id)
      );
      create table telling_files (
        node_version_id uuid not null,
        rule_id text not null,
        sha256 bytea not null,
        path text not null default '',
        severity text not null,
        constraint pk_telling_files primary key (node_version_id, rule_id, sha256),
        constraint fk_telling_files_node_version_id foreign key (node_version_id)
          references node_versions (id) on delete cascade
      );
      create index ix_telling_files_sha256 on telling_files (sha256);
      create index ix_telling_files_rule_id on telling_files (rule_id, node_version_id);
      create table approved_files (
        node_id text not null,
        rule_id text not null,
        sha256 bytea not null,
        approved_by uuid,
        approved_at timestamptz not null default now(),
        constraint pk_approved_files primary key (node_id, rule_id, sha256),
        constraint fk_approved_files_node_id foreign key (node_id) references nodes (id) on delete cascade,
        constraint fk_approved_files_approved_by foreign key (approved_by) references users (id) on delete set null
      );
      create index ix_approved_files_approved_by on approved_files (approved_by);
      create table version_doubts (
        node_version_id uuid not null,
        reason text not null,
        since timestamptz not null default now(),
        constraint pk_version_doubts primary key (node_version_id),
        constraint fk_version_doubts_node_version_id foreign key (node_version_id)
          references node_versions (id) on delete cascade
      );
      create index ix_version_doubts_since on version_doubts (since, node_version_id);
      create table version_messages (
        id uuid not null,
        node_version_id uuid not null,
        author_id uuid,
        is_from_admin boolean not null,
        text text not null,
        created_at timestamptz not null default now(),
        constraint pk_version_messages primary key (id),
        constraint fk_version_messages_node_version_id foreign key (node_version_id)
          references node_versions (id) on delete cascade,
        constraint fk_version_messages_author_id foreign key (author_id) references users (id) on delete set null
      );
      create index ix_version_messages_node_version_id on version_messages (node_version_id, id);
      create index ix_version_messages_author_id on version_messages (author_id);
      create table rescans (
        id uuid not null,
        holds boolean not null,
        requested_by uuid,
        started_at timestamptz not null default now(),
        ended_at timestamptz,
        last_version_id uuid,
        total int not null,
        done int not null default 0,
        failed int not null default 0,
        found int not null default 0,
        constraint pk_rescans primary key (id),
        constraint fk_rescans_requested_by foreign key (requested_by) references users (id) on delete set null
      );
      create index ix_rescans_requested_by on rescans (requested_by);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table rescans, version_messages, version_doubts, approved_files, telling_files, scan_rules',
    );
  }
}
