import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index for each filter of the audit log, in the order in which it is listed. */
export class AuditFilters1763930730000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index ix_audit_entries_target_id on audit_entries (target_id, id)');
    await runner.query('create index ix_audit_entries_target_kind on audit_entries (target_kind, id)');
    await runner.query('create index ix_audit_entries_actor_id on audit_entries (actor_id, id)');
    await runner.query('create index ix_audit_entries_action on audit_entries (action, id)');
    await runner.query('drop index ix_audit_entries_target_kind_target_id');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index ix_audit_entries_target_kind_target_id on audit_entries (target_kind, target_id)',
    );
    await runner.query('drop index ix_audit_entries_action');
    await runner.query('drop index ix_audit_entries_actor_id');
    await runner.query('drop index ix_audit_entries_target_kind');
    await runner.query('drop index ix_audit_entries_target_id');
  }
}
