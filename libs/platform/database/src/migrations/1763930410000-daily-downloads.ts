import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Downloads of each node by day, UTC. Days without a download have no row. */
export class DailyDownloads1763930410000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table node_downloads (
        node_id text not null
          constraint fk_node_downloads_node_id references nodes (id) on delete cascade,
        day date not null,
        downloads integer not null,
        constraint pk_node_downloads primary key (node_id, day)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table node_downloads');
  }
}
