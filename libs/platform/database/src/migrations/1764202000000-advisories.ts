import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** Advisories about versions of nodes, and their entries in the feed of changes. */
export class Advisories1764202000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table advisories (
        serial integer not null generated always as identity,
        node_id text not null,
        severity text not null,
        summary text not null,
        details text not null default '',
        introduced text,
        fixed text,
        range_start text,
        range_end text,
        versions text[] not null default '{}',
        aliases text[] not null default '{}',
        reference_urls text[] not null default '{}',
        published_at timestamptz not null default now(),
        modified_at timestamptz not null default now(),
        withdrawn_at timestamptz,
        withdrawal_reason text not null default '',
        constraint pk_advisories primary key (serial),
        constraint fk_advisories_node_id foreign key (node_id) references nodes (id) on delete restrict
      )`);
    await runner.query('create index ix_advisories_node_id_serial on advisories (node_id, serial)');
    await runner.query('alter table registry_changes add column advisory_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table registry_changes drop column advisory_id');
    await runner.query('drop table advisories');
  }
}
