import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

const INDEXES = {
  ix_node_versions_archive_sha256: 'node_versions (archive_sha256) where archive_sha256 is not null',
  ix_audit_entries_token_id: 'audit_entries (token_id, id) where token_id is not null',
};

/** To know an archive again, and to list what was done by a token. */
export class ArchiveAndTokenIndexes1763940500200 implements Migration {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(INDEXES)) {
      await runner.query(`drop index concurrently if exists ${name}`);
      await runner.query(`create index concurrently ${name} on ${columns}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index ${name}`);
  }
}
