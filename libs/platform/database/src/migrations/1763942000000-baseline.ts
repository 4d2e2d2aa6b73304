import type { QueryRunner } from 'typeorm';
import { hasAllFormer, listFormer } from '../baseline/former-migrations.js';
import { carryRows, dropFormerTables, moveFormerTables } from '../baseline/former-tables.js';
import { createJobTables } from '../baseline/job-tables.js';
import { readSql } from '../baseline/read-sql.js';
import { queueSchemaOf } from '../queue-schema.js';
import type { Migration } from '../schema/migration.js';
import { BASELINE } from '../schema/schema-version.js';

/** The whole schema. A database of the former migrations gets it with its rows, in this one transaction. */
export class Baseline1763942000000 implements Migration {
  /** Only programs that know it, but where nothing changes. */
  needs = BASELINE;

  async up(runner: QueryRunner): Promise<void> {
    const former = await listFormer(runner);
    if (hasAllFormer(former)) {
      this.needs = '0';
      return;
    }
    const query = (sql: string) => runner.query(sql);
    const waiting = former.length > 0 ? queueSchemaOf(runner) : undefined;
    if (waiting) await moveFormerTables(query, waiting);
    await query(await readSql('tables'));
    await createJobTables(runner);
    if (waiting) {
      await carryRows(query, waiting, former);
      await dropFormerTables(query, waiting);
    }
    await query(await readSql('keys'));
    if (waiting) await query('analyze');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Nothing comes before the baseline: drop the database instead'));
  }
}
