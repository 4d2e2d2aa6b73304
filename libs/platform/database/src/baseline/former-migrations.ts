import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';
import { type Step, stepOf } from '../schema/migration-steps.js';
import { rowsOfRunner } from '../schema/rows-of-runner.js';
import { BASELINE } from '../schema/schema-version.js';
import { readSections } from './read-sql.js';

/** A database in which these have run needs columns and tables only, which are added while programs of before go on. */
const LAST_OF_OLD = { number: '1763931900000', count: 61 };

/** The numbers of the migrations from before the baseline that have run. */
export async function listFormer(runner: QueryRunner): Promise<string[]> {
  const sql = 'select "timestamp" as number from migrations where "timestamp" < $1 order by 1';
  return (await rowsOfRunner<{ number: string }>(runner, sql, [BASELINE])).map(({ number }) => number);
}

/** Whether the database has the schema of the baseline already, once `listAdditions` has run. */
export function hasAllFormer(former: readonly string[]): boolean {
  return former.filter((number) => number <= LAST_OF_OLD.number).length === LAST_OF_OLD.count;
}

/** What is added in place to a database that needs no more, step by step as the former migrations did. */
export async function listAdditions(former: readonly string[]): Promise<Step[]> {
  if (!hasAllFormer(former)) return [];
  const rows = await readSections('derived-rows');
  return (await readSections('added-columns'))
    .filter(({ number }) => !former.includes(number))
    .map(({ name, number, sql }) => {
      const derived = rows.find((section) => section.number === number)?.sql ?? '';
      return stepOf(name, additionOf(sql + derived));
    });
}

function additionOf(sql: string): Pick<Migration, 'up' | 'transaction'> {
  const isOutside = sql.includes(' concurrently ');
  const statements = isOutside ? sql.split(/(?<=;)\n/) : [sql];
  return {
    transaction: !isOutside,
    up: async (runner) => {
      for (const statement of statements) if (statement.trim() !== '') await runner.query(statement);
    },
  };
}
