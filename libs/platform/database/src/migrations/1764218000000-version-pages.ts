import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** What the page of a version shows of its archive: README, licence, and files to compare with other versions. */
export class VersionPages1764218000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table version_pages (
        node_version_id uuid not null,
        readme_path text not null default '',
        readme_format text not null default '',
        readme text not null default '',
        readme_is_cut boolean not null default false,
        licence_path text not null default '',
        licence_text text not null default '',
        licence_name text not null default '',
        requires_python text not null default '',
        files jsonb not null default '[]',
        files_total int not null default 0,
        read_at timestamptz not null default now(),
        constraint pk_version_pages primary key (node_version_id),
        constraint fk_version_pages_node_version_id foreign key (node_version_id) references node_versions (id)
          on delete cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table version_pages');
  }
}
