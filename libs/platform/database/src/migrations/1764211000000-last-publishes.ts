import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** When each publisher last published a version. */
export class LastPublishes1764211000000 implements Migration {
  /** The lock on the publishers is not held while the versions are read. Each step bears a second run. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table if not exists last_publishes (
        publisher_id text not null,
        published_at timestamptz not null,
        constraint pk_last_publishes primary key (publisher_id),
        constraint fk_last_publishes_publisher_id foreign key (publisher_id) references publishers (id) on delete cascade
      )`);
    await runner.query(`
      insert into last_publishes (publisher_id, published_at)
      select node.publisher_id, max(version.created_at)
        from nodes node join node_versions version on version.node_id = node.id
       where version.status in ('NodeVersionStatusActive', 'NodeVersionStatusFlagged', 'NodeVersionStatusBanned')
          or version.status = 'NodeVersionStatusDeleted' and version.archive_key is not null
       group by node.publisher_id
      on conflict do nothing`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table last_publishes');
  }
}
