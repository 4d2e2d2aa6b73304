import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** What users are told of their packages. */
export class Notices1764206000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table notices (
        id uuid not null,
        user_id uuid not null,
        node_id text,
        version text,
        report_id uuid,
        subject text not null,
        text text not null,
        created_at timestamptz not null default now(),
        mailed_at timestamptz,
        constraint pk_notices primary key (id),
        constraint fk_notices_user_id foreign key (user_id) references users (id) on delete cascade,
        constraint fk_notices_report_id foreign key (report_id) references node_reports (id) on delete cascade
      );
      create index ix_notices_user_id on notices (user_id, id);
      create index ix_notices_report_id on notices (report_id);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table notices');
  }
}
