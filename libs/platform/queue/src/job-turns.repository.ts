import { Injectable } from '@nestjs/common';
import { QueueDatabase, type SqlRunner } from './queue-database.js';

/** What decides about the turn of a job; see `EnqueueOptions`. */
export type SharedJob = { share?: string; weight?: number; priority?: number; isLast?: boolean };

/** One that is about to be added. */
export type NewJob = SharedJob & { isDue: boolean };

/** From one turn of a share of weight 1 to the next. Who comes anew gets one in between, and so goes before them. */
const STEP = 60;
/** Far more turns than ever wait, and a whole number of steps: jobs that are last come after it. */
const LAST = 16_000_000 * STEP;

/** The key of a job says whom it is for, its place among the jobs of the same one, and how far apart their turns are. */
export function sharedKey(id: string, { share, priority = 0, weight }: SharedJob): string {
  return share === undefined ? id : `${share} ${priority} ${id} ${stepOf(weight)}`;
}

/** Before the key of a job that goes on: it has had its turn, and does not count among those of its share any more. */
const GOES_ON = '+';
/** The key of a job that is put back to go on. */
export const KEY_TO_GO_ON = `case when position(' ' in singleton_key) > 0 and left(singleton_key, 1) <> '${GOES_ON}'
  then '${GOES_ON}' || singleton_key else singleton_key end`;

const HAS_SHARE = `position(' ' in singleton_key) > 0`;
const SHARE = `split_part(singleton_key, ' ', 1)`;

/** Turns of the class that begins with `$2`. */
const OF_CLASS = `priority <= -$2::int and priority > -($2::int + ${LAST})`;

/**
 * For each share of `$3` its last turn, and the turn that is served now: of the jobs that run, else of those that may. As the
 * indexes have them, whatever waits.
 */
const TURNS_SQL = `
  select share, -(
    select priority from jobs.job
    where name = $1 and state <= 'active' and ${HAS_SHARE} and ${SHARE} = share and ${OF_CLASS} order by priority limit 1
  ) as last, -coalesce((
    select priority from jobs.job
    where name = $1 and state = 'active' and ${HAS_SHARE} and ${OF_CLASS} order by priority limit 1
  ), (
    select priority from jobs.job
    where name = $1 and state < 'active' and not blocked and ${HAS_SHARE} and ${OF_CLASS} and start_after <= now()
    order by priority desc limit 1
  )) as served
  from unnest($3::text[]) as given(share)`;

/** Jobs of the share `$2` that wait, and of whom those go first whose own priority is lower than `$4`. */
const BEHIND = `
  select id, created_on, -priority as turn from jobs.job
  where name = $1 and state < 'active' and ${HAS_SHARE} and ${SHARE} = $2
    and (-priority >= ${LAST}) = ($3::int >= ${LAST})
    and case when split_part(singleton_key, ' ', 3) = '' then 0 else split_part(singleton_key, ' ', 2)::int end < $4::int`;

const GOES_AHEAD_SQL = `select 1 from (${BEHIND}) behind limit 1`;

/** Gives a job that goes before others of the same share the first of their turns, and each of those the next one's. */
const GO_AHEAD_SQL = `
  with behind as (
    select id, turn, lead(turn, 1, $5::int) over (order by turn, created_on, id) as next
    from (${BEHIND}) behind
  ), moved as (
    update jobs.job j set priority = -behind.next from behind
    where j.name = $1 and j.id = behind.id and j.state < 'active' returning 1
  )
  select coalesce(min(turn), $5::int) as turn, (select count(*) from moved) from behind`;

const SHARE_SQL = `
  select ltrim(${SHARE}, '${GOES_ON}') as share, coalesce(nullif(split_part(singleton_key, ' ', 4), ''), '${STEP}')::int as step
  from jobs.job where name = $1 and id = $2 and ${HAS_SHARE}`;

const CHARGE_SQL = `
  update jobs.job set priority = priority - $3::int
  where name = $1 and ${SHARE} = $2 and ${HAS_SHARE} and state < 'active'`;

type Turn = { turn: number };
type Turns = { share: string; last: number | null; served: number | null };

/**
 * Deals out turns, so that those for whom jobs wait are served one after the other, for the same time each. A lower turn
 * starts first.
 */
@Injectable()
export class JobTurnsRepository {
  constructor(private readonly database: QueueDatabase) {}

  /**
   * The turns of new jobs in their order, undefined for one without a share; jobs of the same share that one goes before
   * move back.
   */
  async take(db: SqlRunner, name: string, jobs: readonly NewJob[]): Promise<(number | undefined)[]> {
    const lines = new Map<number, TurnLine>();
    for (const [first, ofClass] of Map.groupBy(jobs, firstTurn)) {
      const shares = new Set(ofClass.flatMap(({ share }) => share ?? []));
      if (shares.size === 0) continue;
      const { rows } = await db.executeSql<Turns>(TURNS_SQL, [name, first, [...shares]]);
      lines.set(first, new TurnLine(first, rows));
    }
    const turns: (number | undefined)[] = jobs.map(() => undefined);
    const inOrder = [...jobs.entries()].sort(byShareAndPriority);
    for (const [at, job] of inOrder) turns[at] = lines.get(firstTurn(job))?.next(job);
    for (const [at, { share, priority, isLast }] of inOrder) {
      const turn = turns[at];
      if (turn === undefined || share === undefined || priority === undefined) continue;
      turns[at] = await this.goAhead(db, [name, share, firstTurn({ isLast }), priority], turn);
    }
    return turns;
  }

  /** Gives a job the first turn of those that wait for the same share and are of lower priority; they move back. */
  private async goAhead(
    db: SqlRunner,
    given: [name: string, share: string, first: number, priority: number],
    turn: number,
  ): Promise<number> {
    const [name, share] = given;
    // Nobody holds a connection to wait for others of the same share unless there is something to move.
    if ((await db.executeSql(GOES_AHEAD_SQL, given)).rows.length === 0) return turn;
    await lock(db, name, share);
    const { rows } = await db.executeSql<Turn>(GO_AHEAD_SQL, [...given, turn]);
    return rows[0]?.turn ?? turn;
  }

  /** Each whole second that a job took costs those that wait for the same share a turn. To be called while it is active. */
  async charge({ name, id }: { name: string; id: string }, seconds: number): Promise<void> {
    const turns = Math.floor(seconds);
    if (turns === 0) return;
    await this.database.transaction(async (db) => {
      const { rows } = await db.executeSql<{ share: string; step: number }>(SHARE_SQL, [name, id]);
      const [charged] = rows;
      if (!charged) return;
      await lock(db, name, charged.share);
      await db.executeSql(CHARGE_SQL, [name, charged.share, turns * charged.step]);
    });
  }
}

/** The turns of one class, as they are dealt out to jobs that are added together. */
class TurnLine {
  private readonly last: Map<string, number>;
  private served: number | null;

  constructor(
    private readonly first: number,
    turns: readonly Turns[],
  ) {
    this.last = new Map(turns.flatMap(({ share, last }) => (last === null ? [] : [[share, last]])));
    this.served = turns[0]?.served ?? null;
  }

  /**
   * The turn after the last of the same share, but not before the one that is served now: who waits for nothing cannot
   * save turns up (start-time fair queueing, https://doi.org/10.1145/248157.248171). It is always a later one than that, so
   * that those whose jobs come one by one do not stay before all who wait.
   */
  next({ share, weight, isDue }: NewJob): number | undefined {
    if (share === undefined) return undefined;
    const last = this.last.get(share);
    const turn = Math.max(
      this.first,
      last === undefined ? 0 : last + stepOf(weight),
      this.served === null ? 0 : halfStepAfter(this.served),
    );
    this.last.set(share, turn);
    if (isDue) this.served ??= turn;
    return turn;
  }
}

/** Of a share of more weight more turns come before the next one of others. */
function stepOf(weight = 1): number {
  return Math.max(1, Math.round(STEP / weight));
}

/** The next turn that is half a step past a whole number of them. */
function halfStepAfter(turn: number): number {
  return Math.floor(turn / STEP + 0.5) * STEP + STEP / 2;
}

function firstTurn({ isLast }: { isLast?: boolean | undefined }): number {
  return isLast ? LAST : 0;
}

/** The same order of shares for all, so that those who lock some do not wait for each other in a circle. */
function byShareAndPriority([, a]: [number, NewJob], [, b]: [number, NewJob]): number {
  const { share: of = '', priority = 0 } = a;
  const { share: than = '', priority: other = 0 } = b;
  if (of !== than) return of < than ? -1 : 1;
  return other - priority;
}

/** Two at once would move the same jobs, each in its own order. */
async function lock(db: SqlRunner, name: string, share: string): Promise<void> {
  await db.executeSql('select pg_advisory_xact_lock(hashtext($1))', [`${name} ${share}`]);
}
