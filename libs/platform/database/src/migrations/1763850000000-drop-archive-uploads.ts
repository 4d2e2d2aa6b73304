import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Archives are noted as pending uploads, as every large file is. Older notes name the folder of an archive: its key ends in a slash. */
export class DropArchiveUploads1763850000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      insert into pending_uploads (key, started_at, is_abandoned)
      select 'archives/' || version_id || '/' || id || '/', started_at, is_abandoned from archive_uploads`);
    await runner.query('drop table archive_uploads');
  }

  /** The notes of single files stay where they are: only the sweep of pending uploads knows those. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table archive_uploads (
        id uuid not null,
        version_id uuid not null,
        started_at timestamptz not null default now(),
        is_abandoned boolean not null default false,
        constraint pk_archive_uploads primary key (id),
        constraint fk_archive_uploads_version_id
          foreign key (version_id) references node_versions (id) on delete restrict
      )`);
    await runner.query(`
      with moved as (
        delete from pending_uploads where key ~ '^archives/[^/]+/[^/]+/$' returning *
      )
      insert into archive_uploads (id, version_id, started_at, is_abandoned)
      select split_part(key, '/', 3)::uuid, split_part(key, '/', 2)::uuid, started_at, is_abandoned from moved`);
  }
}
