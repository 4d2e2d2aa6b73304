import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** What was deleted while it was banned: its archive is still refused elsewhere. */
export class DeletedWhileBanned1763941400000 implements Migration {
  readonly exceptions = { 'table-change': 'Only banned nodes without a reason are written: few rows.' };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table node_versions add column deleted_banned boolean not null default false');
    // Bans did not always need a reason; a deleted node is known by it.
    await runner.query(`
      update nodes set ban_reason = 'No reason was given.'
       where status = 'NodeStatusBanned' and ban_reason = ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table node_versions drop column deleted_banned');
  }
}
