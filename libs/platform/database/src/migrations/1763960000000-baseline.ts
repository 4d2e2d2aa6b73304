import type { QueryRunner } from 'typeorm';
import { findFormer, isUpgradedInPlace } from '../baseline/former-migrations.js';
import { carryRows, dropFormerTables, moveFormerTables } from '../baseline/former-tables.js';
import { readSql } from '../baseline/read-sql.js';
import type { Migration } from '../schema/migration.js';
import { BASELINE } from '../schema/schema-version.js';

/** The whole schema. A database of the former migrations gets it with its rows, in this one transaction. */
export class Baseline1763960000000 implements Migration {
  /** Only programs that know it, but where nothing changes. */
  needs = BASELINE;

  async up(runner: QueryRunner): Promise<void> {
    // Counted what the public sees, for replies that are kept for a second now. Older programs that find no count make each reply.
    await runner.query('drop function if exists note_public_write cascade; drop table if exists public_writes');
    const former = await findFormer(runner);
    if (isUpgradedInPlace(former)) {
      this.needs = '0';
      return;
    }
    const query = (sql: string) => runner.query(sql);
    const hasRows = former.numbers.length > 0;
    if (hasRows) await moveFormerTables(query, former.schema);
    for (const name of ['tables', 'queue'] as const) await query(await readSql(name));
    if (hasRows) {
      await carryRows(query, former);
      await dropFormerTables(query, former);
    }
    await query(await readSql('keys'));
    if (hasRows) await query('analyze');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Nothing comes before the baseline: drop the database instead'));
  }
}
