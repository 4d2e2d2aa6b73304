import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** Acts of admins on many nodes. */
export class BulkActs1764210000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table bulk_acts (
        id uuid not null,
        act text not null,
        reason text not null,
        requested_by uuid,
        token_id uuid,
        started_at timestamptz not null default now(),
        ended_at timestamptz,
        constraint pk_bulk_acts primary key (id),
        constraint fk_bulk_acts_requested_by foreign key (requested_by) references users (id) on delete set null
      );
      create index ix_bulk_acts_requested_by on bulk_acts (requested_by);
      create table bulk_act_nodes (
        bulk_act_id uuid not null,
        node_id text not null,
        is_settled boolean not null default false,
        problem text,
        constraint pk_bulk_act_nodes primary key (bulk_act_id, node_id),
        constraint fk_bulk_act_nodes_bulk_act_id foreign key (bulk_act_id) references bulk_acts (id)
          on delete cascade
      );`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table bulk_act_nodes, bulk_acts');
  }
}
