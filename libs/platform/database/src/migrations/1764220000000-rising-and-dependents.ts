import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** Which nodes are downloaded more than before, and which Python packages the latest versions need. */
export class RisingAndDependents1764220000000 implements Migration {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table if not exists rising_nodes (
        place int not null,
        node_id text not null,
        downloads_week int not null,
        downloads_week_before int not null,
        constraint pk_rising_nodes primary key (place),
        constraint fk_rising_nodes_node_id foreign key (node_id) references nodes (id) on delete cascade
      )`);
    await runner.query('create index if not exists ix_rising_nodes_node_id on rising_nodes (node_id)');
    await runner.query(`
      create table if not exists node_dependencies (
        package text not null,
        node_id text not null,
        requirement text not null,
        constraint pk_node_dependencies primary key (package, node_id),
        constraint fk_node_dependencies_node_id foreign key (node_id) references nodes (id) on delete cascade
      )`);
    await runner.query(
      'create index if not exists ix_node_dependencies_node_id on node_dependencies (node_id)',
    );
    await runner.query('drop index concurrently if exists ix_node_downloads_day');
    await runner.query('create index concurrently ix_node_downloads_day on node_downloads (day)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index if exists ix_node_downloads_day');
    await runner.query('drop table node_dependencies');
    await runner.query('drop table rising_nodes');
  }
}
