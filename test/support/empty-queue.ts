import { setTimeout as sleep } from 'node:timers/promises';
import { rowsOf } from './test-database.js';

const GIVE_UP_MS = 30_000;
const POLL_MS = 50;

/** Names of jobs that a file leaves in the queue on purpose. */
export type LeftJobs = {
  /** Those that are to run again later, or for ever. */
  waiting?: readonly string[];
  dead?: readonly string[];
};

type Row = { name: string; id: string; state: string; isDead: boolean; isDue: boolean };

/** Without the next runs of schedules, one of which always waits. */
const LEFT_SQL = `
  select name, id, case when worker is null then 'waiting' else 'active' end as state, dead_at is not null as "isDead",
    worker is not null or run_at <= now() + interval '15 seconds' as "isDue"
  from jobs where key is distinct from 'every' or dead_at is not null order by 1`;

/**
 * Waits until nothing is due, or will be soon, as the last poll of a task that was canceled. Where no jobs run, those
 * that wait are left on purpose.
 * @throws Error naming the jobs that are left then, and the dead ones, except for those in `left`.
 */
export async function requireEmptyQueue(
  databaseUrl: string,
  runsJobs: boolean,
  { waiting = [], dead = [] }: LeftJobs,
): Promise<void> {
  const isMeant = ({ name, isDead }: Row) =>
    isDead ? dead.includes(name) : !runsJobs || waiting.includes(name);
  const deadline = Date.now() + GIVE_UP_MS;
  let rows: Row[];
  for (;;) {
    rows = (await rowsOf<Row>(databaseUrl, LEFT_SQL)).filter((row) => !isMeant(row));
    if (Date.now() > deadline || !rows.some(({ isDead, isDue }) => isDue && !isDead)) break;
    await sleep(POLL_MS);
  }
  if (rows.length === 0) return;
  const jobs = rows.map(({ name, id, state, isDead }) => `${name} ${id} ${isDead ? 'dead' : state}`);
  throw new Error(`Jobs are left in the queue: ${jobs.join(', ')}`);
}
