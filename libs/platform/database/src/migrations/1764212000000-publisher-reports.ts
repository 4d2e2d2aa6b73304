import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** Reports of publishers, beside those of nodes. */
export class PublisherReports1764212000000 implements Migration {
  readonly transaction = false;
  /** Programs of before read whole rows of reports by prepared statements, and expect a node in each. */
  readonly needs = '1764212000000';
  readonly exceptions = { nullable: 'A report of a publisher has no node; programs of before stop.' };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table node_reports alter column node_id drop not null');
    await runner.query(`
      alter table node_reports add column if not exists publisher_id text
        constraint fk_node_reports_publisher_id references publishers (id) on delete cascade`);
    await runner.query('alter table node_reports drop constraint if exists ck_node_reports_subject');
    await runner.query(`
      alter table node_reports add constraint ck_node_reports_subject
        check (num_nonnulls(node_id, publisher_id) = 1) not valid`);
    await runner.query('alter table node_reports validate constraint ck_node_reports_subject');
    await runner.query('drop index concurrently if exists uq_node_reports_open_of_publisher');
    await runner.query(`
      create unique index concurrently uq_node_reports_open_of_publisher on node_reports (publisher_id, reporter_id)
        where verdict is null`);
    await runner.query('drop index concurrently if exists ix_node_reports_publisher_id');
    await runner.query(
      'create index concurrently ix_node_reports_publisher_id on node_reports (publisher_id, id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from node_reports where node_id is null');
    await runner.query(`
      alter table node_reports drop column publisher_id, drop constraint if exists ck_node_reports_subject,
        alter column node_id set not null`);
  }
}
