import { readdir } from 'node:fs/promises';

const FOLDER = `${import.meta.dirname}/../migrations`;
/** Files of migrations, compiled or not. */
const FILE = /^(\d{13})-.*(?<!\.d)\.[jt]s$/;

/** The number of the migration that replaces all before it. */
export const BASELINE = '1763960000000';

/** A migration as the table `migrations` has it. */
export type RanMigration = {
  name: string;
  timestamp: string;
  /** The migration that a program must know to work beside this one, '0' for any program; null where it was not said. */
  needs: string | null;
  /** At the baseline: the version and the hash of the functions that the database has. */
  functions: string | null;
};

/**
 * The migrations from the baseline on that have run, but for those with the numbers of `$1`. The columns `needs` and `functions`
 * came later than the table.
 */
export const RAN_MIGRATIONS_SQL = `
  select name, "timestamp", to_jsonb(m) ->> 'needs' as needs, to_jsonb(m) ->> 'functions' as functions from migrations m
  where "timestamp" >= ${BASELINE} and "timestamp" <> all($1::bigint[]) order by "timestamp"`;
/** The channel on which processes hear that a migration has run. */
export const SCHEMA_CHANNEL = 'schema_changed';

/** The numbers of the migrations of this program, in their order. */
export async function knownMigrations(): Promise<string[]> {
  const files = await readdir(FOLDER);
  return files.flatMap((file) => FILE.exec(file)?.[1] ?? []).sort();
}

/** The newest of the migrations `ran`, in their order, that `known` lacks and that a program must know. */
export function findIncompatible(
  ran: readonly RanMigration[],
  known: readonly string[],
): RanMigration | undefined {
  const isKnown = (number: string | null): boolean => number !== null && known.includes(number);
  return ran.findLast(({ timestamp, needs }) => !isKnown(timestamp) && needs !== '0' && !isKnown(needs));
}
