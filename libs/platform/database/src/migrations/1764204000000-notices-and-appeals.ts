import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** Endpoints that are told of notices, and a time for answers to the reviewers. */
export class NoticesAndAppeals1764204000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_endpoints add notices boolean not null default false;
      alter table node_versions add appeal_until timestamptz;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_endpoints drop notices;
      alter table node_versions drop appeal_until;`);
  }
}
