import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

const FUNCTION = 'apply_credit_transfers()';
const WHOLE = 'select is_prepaid from credit_policy)';
const BY_INDEX = 'select is_prepaid from credit_policy where is_only)';

/**
 * The ledger's function forbids sequential scans and read the policy by one, so the cost of its statements was that of a forbidden plan:
 * PostgreSQL compiled them at every submit. It reads the policy by its primary key now, and nothing in it is compiled, also where a
 * pooler drops the settings of our connections.
 */
export class LedgerByIndexes1763940100000 implements Migration {
  readonly exceptions = {
    'hidden-statements': 'It replaces a function by one that takes the same and does the same.',
  };

  async up(runner: QueryRunner): Promise<void> {
    await replaceInFunction(runner, WHOLE, BY_INDEX);
    await runner.query(`alter function ${FUNCTION} set jit = off`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter function ${FUNCTION} reset jit`);
    await replaceInFunction(runner, BY_INDEX, WHOLE);
  }
}

/** Its settings and the rest of its text stay. */
async function replaceInFunction(runner: QueryRunner, before: string, after: string): Promise<void> {
  await runner.query(
    `do $$ begin execute replace(pg_get_functiondef('${FUNCTION}'::regprocedure), '${before}', '${after}'); end $$`,
  );
}
