import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the nodes module keeps beside the first columns: reasons of bans, names for the search, and its filters. */
export class NodeFacts1763700600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table "nodes" add column "banReason" text not null default ''`);
    await runner.query(`
      create table "node_app_names" (
        "nodeId" text not null,
        "names" text array not null,
        constraint "pk_node_app_names" primary key ("nodeId"),
        constraint "fk_node_app_names_node_id" foreign key ("nodeId") references "nodes" ("id") on delete cascade
      )`);
    await runner.query('create index "ix_nodes_tags" on "nodes" using gin ("tags")');
    await runner.query(
      'create index "ix_nodes_review" on "nodes" ("idKey") where "reviewReason" is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index "ix_nodes_review"');
    await runner.query('drop index "ix_nodes_tags"');
    await runner.query('drop table "node_app_names"');
    await runner.query('alter table "nodes" drop column "banReason"');
  }
}
