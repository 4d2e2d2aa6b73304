import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';
import { numberOf, type Step, stepOf } from '../schema/migration-steps.js';
import { rowsOfRunner } from '../schema/rows-of-runner.js';
import { BASELINE } from '../schema/schema-version.js';
import { takeJobsOver } from './former-jobs.js';
import { readSections, readSql } from './read-sql.js';

/** A database in which these have run needs columns and tables only, which are added while programs of before go on. */
const LAST_OF_OLD = { number: '1763931900000', count: 61 };
/** The number of the migration that made the tables of the queue. */
export const OWN_QUEUE = '1763950000000';
/** Where a restore puts rows from before the baseline. */
export const RESTORED_SCHEMA = 'former_rows';

/** What a database has from before the baseline. */
export type Former = {
  /** The numbers of the migrations that have run. */
  numbers: string[];
  isRestored: boolean;
  /** The schema of the former job tables, or of all rows of a restored backup. */
  schema: string;
};

export async function findFormer(runner: QueryRunner): Promise<Former> {
  const [former] = await rowsOfRunner<Former>(
    runner,
    `select array(select "timestamp"::text from migrations where "timestamp" < $1 order by 1) as numbers,
       to_regnamespace($2) is not null as "isRestored",
       case when to_regnamespace($2) is null then current_setting('atelier.queue_schema') else $2 end as schema`,
    [BASELINE, RESTORED_SCHEMA],
  );
  return former as Former;
}

/** Whether the database has the schema of the baseline already, once `listAdditions` has run. */
export function isUpgradedInPlace({ numbers, isRestored }: Former): boolean {
  return !isRestored && numbers.filter((number) => number <= LAST_OF_OLD.number).length === LAST_OF_OLD.count;
}

/** What is added in place to a database that needs no more, step by step as the former migrations did. */
export async function listAdditions(former: Former): Promise<Step[]> {
  if (!isUpgradedInPlace(former)) return [];
  const rows = await readSections('derived-rows');
  const additions = (await readSections('added-columns')).map(({ name, number, sql }) => {
    const derived = rows.find((section) => section.number === number)?.sql ?? '';
    return stepOf(name, additionOf(sql + derived));
  });
  additions.push(stepOf(`OwnQueue${OWN_QUEUE}`, { up: (runner) => addQueue(runner, former) }));
  return additions.filter(({ name }) => !former.numbers.includes(numberOf(name)));
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

async function addQueue(runner: QueryRunner, { schema }: Former): Promise<void> {
  await runner.query(await readSql('queue'));
  await takeJobsOver((sql) => runner.query(sql), schema);
}
