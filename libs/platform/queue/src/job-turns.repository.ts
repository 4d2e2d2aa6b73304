import { Injectable } from '@nestjs/common';
import { QueueDatabase, type SqlRunner } from './queue-database.js';

/** What decides about the turn of a job; see `EnqueueOptions`. */
export type SharedJob = { share?: string; priority?: number; isLast?: boolean };

/** Far more turns than ever wait: jobs that are last come after it. */
const LAST = 1_000_000_000;
/** From one turn of the same share to the next. Who comes anew gets one in between, and so goes before them. */
const STEP = 2;

/** The key of a job says whom it is for, and its place among the jobs of the same one. */
export function sharedKey(id: string, { share, priority = 0 }: SharedJob): string {
  return share === undefined ? id : `${share} ${priority} ${id}`;
}

const HAS_SHARE = `position(' ' in singleton_key) > 0`;
const SHARE = `split_part(singleton_key, ' ', 1)`;

/** Rows of the name with a share, and their turn; `$3` is what turns of their class begin with. */
const SHARED = `
  select id, state, created_on, start_after, -priority as turn, ${SHARE} = $2 as "isMine",
    case when split_part(singleton_key, ' ', 3) = '' then 0 else split_part(singleton_key, ' ', 2)::int end as own
  from jobs.job
  where name = $1 and state <= 'active' and ${HAS_SHARE} and (-priority >= ${LAST}) = ($3::int >= ${LAST})`;

/**
 * The turn after the last of the same share, but not before the one that is served now: who waits for nothing cannot
 * save turns up (start-time fair queueing, https://doi.org/10.1145/248157.248171). It is always a later one than that, so
 * that those whose jobs come one by one do not stay before all who wait.
 */
const NEXT_TURN_SQL = `
  select greatest($3::int, max(turn) filter (where "isMine") + ${STEP}, (coalesce(
    max(turn) filter (where state = 'active'), min(turn) filter (where start_after <= now())) + 1) | 1)::int as turn,
    coalesce(bool_or("isMine" and state < 'active' and own < $4::int), false) as "goesAhead"
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

const SHARE_SQL = `select ${SHARE} as share from jobs.job where name = $1 and id = $2 and ${HAS_SHARE}`;

const CHARGE_SQL = `
  update jobs.job set priority = priority - $3::int
  where name = $1 and ${SHARE} = $2 and ${HAS_SHARE} and state < 'active'`;

type Turn = { turn: number };
type NextTurn = Turn & { goesAhead: boolean };

/**
 * Deals out turns, so that those for whom jobs wait are served one after the other, for the same time each. A lower turn
 * starts first.
 */
@Injectable()
export class JobTurnsRepository {
  constructor(private readonly database: QueueDatabase) {}

  /** The turn of a new job; jobs of the same share that it goes before move back. */
  async take(
    db: SqlRunner,
    name: string,
    { share, priority, isLast }: SharedJob & { share: string },
  ): Promise<number> {
    const first = isLast ? LAST : 0;
    const { rows } = await db.executeSql<NextTurn>(NEXT_TURN_SQL, [name, share, first, priority ?? null]);
    const turn = rows[0]?.turn ?? first;
    // Nobody holds a connection to wait for others of the same share unless there is something to move.
    if (priority === undefined || !rows[0]?.goesAhead) return turn;
    await lock(db, name, share);
    const ahead = await db.executeSql<Turn>(GO_AHEAD_SQL, [name, share, first, priority, turn]);
    return ahead.rows[0]?.turn ?? turn;
  }

  /** Each whole second that a job took costs those that wait for the same share a turn. To be called while it is active. */
  async charge({ name, id }: { name: string; id: string }, seconds: number): Promise<void> {
    const turns = Math.floor(seconds);
    if (turns === 0) return;
    await this.database.transaction(async (db) => {
      const { rows } = await db.executeSql<{ share: string }>(SHARE_SQL, [name, id]);
      const share = rows[0]?.share;
      if (share === undefined) return;
      await lock(db, name, share);
      await db.executeSql(CHARGE_SQL, [name, share, turns * STEP]);
    });
  }
}

/** Two at once would move the same jobs, each in its own order. */
async function lock(db: SqlRunner, name: string, share: string): Promise<void> {
  await db.executeSql('select pg_advisory_xact_lock(hashtext($1))', [`${name} ${share}`]);
}
