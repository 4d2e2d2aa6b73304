import type { QueryRunner } from 'typeorm';
import { SnakeCaseColumns1763812000000 } from '../../libs/platform/database/src/migrations/1763812000000-snake-case-columns.js';
import { DropArchiveUploads1763850000000 } from '../../libs/platform/database/src/migrations/1763850000000-drop-archive-uploads.js';

/** Runs steps of a migration from the time when columns had capital letters. */
export async function withFormerColumns(runner: QueryRunner, steps: () => Promise<void>): Promise<void> {
  const names = new SnakeCaseColumns1763812000000();
  const tables = new DropArchiveUploads1763850000000();
  await tables.down(runner);
  // A table that existed then; `vendor_orders` has replaced it.
  await runner.query(`create table provider_operations (
    task_id uuid, idempotency_key uuid, vendor_id text, created_at timestamptz, submitted_at timestamptz, last_answer text)`);
  await names.down(runner);
  await steps();
  await names.up(runner);
  await runner.query('drop table provider_operations');
  await tables.up(runner);
}
