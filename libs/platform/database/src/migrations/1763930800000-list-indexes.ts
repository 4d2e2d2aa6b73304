import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index for each list and condition of a list that would read over most of a large table. */
const INDEXES = {
  ix_publishers_status: 'publishers (status, id)',
  ix_publishers_words: 'publishers using gin (id gin_trgm_ops, name gin_trgm_ops)',
  ix_nodes_publisher_id_id_key: 'nodes (publisher_id, id_key)',
  ix_nodes_status: 'nodes (status, id_key)',
  ix_node_versions_status: 'node_versions (status, id)',
  ix_app_nodes_name_node_version_id: 'app_nodes (name, node_version_id)',
  ix_users_words: 'users using gin (name gin_trgm_ops, email gin_trgm_ops, (id::text) gin_trgm_ops)',
  ix_users_pending: 'users (id) where not is_approved and deleted_at is null',
  ix_users_suspended: 'users (id) where suspended_at is not null and deleted_at is null',
  ix_tasks_rare_status: `tasks (user_id, status, id) where status in ('processing', 'failed', 'canceled')`,
  ix_tasks_user_id_kind_id: 'tasks (user_id, kind, id)',
};
/** The beginning of one of them each. */
const REPLACED = { ix_nodes_publisher_id: 'nodes (publisher_id)', ix_app_nodes_name: 'app_nodes (name)' };

export class ListIndexes1763930800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, on] of Object.entries(INDEXES)) await runner.query(`create index ${name} on ${on}`);
    for (const name of Object.keys(REPLACED)) await runner.query(`drop index ${name}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, on] of Object.entries(REPLACED)) await runner.query(`create index ${name} on ${on}`);
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index ${name}`);
  }
}
