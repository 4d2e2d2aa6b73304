import { Injectable } from '@nestjs/common';
import type { SqlRunner } from './queue-database.js';

/** What decides about the turn of a job; see `EnqueueOptions`. */
export type SharedJob = { share?: string; priority?: number; isLast?: boolean };

/** Far more turns than ever wait: jobs that are last come behind it. */
const LAST = 1_000_000_000;

/** The key of a job says whom it is for, and how it stands among the jobs of the same one. */
export function sharedKey(id: string, { share, priority = 0 }: SharedJob): string {
  return share === undefined ? id : `${share} ${priority} ${id}`;
}

/** Rows of the name with a share, and their turn; `$3` is what turns of their class begin with. */
const SHARED = `
  select id, state, created_on, start_after, -priority as turn, split_part(singleton_key, ' ', 1) = $2 as "isMine",
    case when split_part(singleton_key, ' ', 3) = '' then 0 else split_part(singleton_key, ' ', 2)::int end as own
  from jobs.job
  where name = $1 and state <= 'active' and position(' ' in singleton_key) > 0 and (-priority >= ${LAST}) = ($3::int >= ${LAST})`;

/**
 * The turn after the last of the same share, but not before the one that is served now: who waits for nothing cannot
 * save turns up (start-time fair queueing, https://doi.org/10.1145/248157.248171).
 */
const NEXT_TURN_SQL = `
  select greatest($3::int, max(turn) filter (where "isMine") + 1, coalesce(
    max(turn) filter (where state = 'active'), min(turn) filter (where start_after <= now())))::int as turn
  from (${SHARED}) shared`;

/** Gives a job that goes before others of the same share the first of their turns, and each of those the next one's. */
const GO_AHEAD_SQL = `
  with behind as (
    select id, turn, lead(turn, 1, $5::int) over (order by turn, created_on, id) as next
    from (${SHARED}) shared where "isMine" and state < 'active' and own < $4::int
  ), moved as (
    update jobs.job j set priority = -behind.next from behind
    where j.name = $1 and j.id = behind.id and j.state < 'active' returning 1
  )
  select coalesce(min(turn), $5::int) as turn, (select count(*) from moved) from behind`;

type Turn = { turn: number };

/** Deals out turns, so that those for whom jobs wait are served one after the other. A lower turn starts first. */
@Injectable()
export class JobTurns {
  /** The turn of a new job; jobs of the same share that it goes before move back. */
  async take(db: SqlRunner, name: string, { share, priority, isLast }: SharedJob): Promise<number> {
    const first = isLast ? LAST : 0;
    const { rows } = await db.executeSql<Turn>(NEXT_TURN_SQL, [name, share, first]);
    const turn = rows[0]?.turn ?? first;
    if (priority === undefined) return turn;
    // Two at once would move the same jobs, each in its own order.
    await db.executeSql('select pg_advisory_xact_lock(hashtext($1))', [`${name} ${share}`]);
    const ahead = await db.executeSql<Turn>(GO_AHEAD_SQL, [name, share, first, priority, turn]);
    return ahead.rows[0]?.turn ?? turn;
  }
}
