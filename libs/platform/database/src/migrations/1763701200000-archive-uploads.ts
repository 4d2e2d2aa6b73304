import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Archives that are on their way into the storage, so that those of killed processes can be found and removed. */
export class ArchiveUploads1763701200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table "archive_uploads" (
        "id" uuid not null,
        "versionId" uuid not null,
        "startedAt" timestamptz not null default now(),
        "isAbandoned" boolean not null default false,
        constraint "pk_archive_uploads" primary key ("id"),
        constraint "fk_archive_uploads_version_id"
          foreign key ("versionId") references "node_versions" ("id") on delete restrict
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table "archive_uploads"');
  }
}
