import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The search reads the names of a node's app nodes from those of its latest version: a copy of them is not needed. */
export class DropNodeAppNames1763811400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop table "node_app_names"');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table "node_app_names" (
        "nodeId" text constraint "pk_node_app_names" primary key
          constraint "fk_node_app_names_node_id" references "nodes" ("id") on delete cascade,
        "names" text[] not null
      )`);
    await runner.query(`
      insert into "node_app_names" ("nodeId", "names")
      select node."id", array_agg(app."name" order by app."name")
        from "nodes" node join "app_nodes" app on app."nodeVersionId" = node."latestVersionId" group by node."id"`);
  }
}
