import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '#libs/platform/clock';
import { Repository, type StatementScope } from '#libs/platform/database';
import { type ClaimedJob, WAITS } from './jobs.repository.js';
import { LOCK_SQL, QueueDatabase } from './queue-database.js';

/** What decides about the turn of a new job; see `EnqueueOptions`. */
export type TurnOptions = {
  share?: string;
  weight?: number;
  priority?: number;
  isLast?: boolean;
  isDue: boolean;
};

/** From one turn of a share of weight 1 to the next. A newcomer gets one in between, and so goes before them. */
const STEP = 60;
/** Far more turns than ever wait, and a whole number of steps: jobs that are last come after it. */
const LAST = 16_000_000 * STEP;

/** Waiting jobs of a share; one that goes on has had its turn. */
const OF_SHARE = `name = $1 and share = $2 and not has_run and ${WAITS}`;
/** Turns of the class that begins with `$2`. */
const OF_CLASS = `share is not null and turn >= $2::int and turn < $2::int + ${LAST}`;

/** For each share of `$3` its last turn, and the turn that is served now: of the jobs that run, else of those that may. */
const TURNS_SQL = `
  select share, (
    select max(turn) from jobs j
    where name = $1 and j.share = given.share and not has_run and dead_at is null and ${OF_CLASS}
  ) as last, coalesce((
    select max(turn) from jobs where name = $1 and worker is not null and ${OF_CLASS}
  ), (
    select turn from jobs where name = $1 and ${WAITS} and ${OF_CLASS} and run_at <= now() order by turn limit 1
  )) as served
  from unnest($3::text[]) as given(share)`;

/** Of the share `$2` and the class `$3` those that wait with a priority below `$4`. */
const BEHIND = `select id, created_at, turn from jobs
  where ${OF_SHARE} and (turn >= ${LAST}) = ($3::int >= ${LAST}) and priority < $4::int`;

/** Gives a job that goes before others of the same share the first of their turns, and each of those the next one's. */
const GO_AHEAD_SQL = `
  with behind as (
    select id, turn, lead(turn, 1, $5::int) over (order by turn, created_at, id) as next from (${BEHIND}) behind
  ), moved as (
    update jobs j set turn = behind.next from behind where j.id = behind.id and ${WAITS} returning 1
  )
  select coalesce(min(turn), $5::int) as turn, (select count(*) from moved) from behind`;

const CHARGE_SQL = `update jobs set turn = turn + $3::int where ${OF_SHARE}`;

type Turns = { share: string; last: number | null; served: number | null };

/**
 * Deals out turns, so that those for whom jobs wait are served one after the other, for the same time each. A lower turn
 * starts first.
 */
@Injectable()
export class JobTurnsRepository extends Repository {
  constructor(
    dataSource: DataSource,
    clock: Clock,
    private readonly database: QueueDatabase,
  ) {
    super(dataSource, clock);
  }

  /** The turns of new jobs in their order; jobs of the same share that one goes before move back. */
  async take(scope: StatementScope, name: string, jobs: readonly TurnOptions[]): Promise<number[]> {
    const lines = new Map<number, TurnLine>();
    for (const [first, ofClass] of Map.groupBy(jobs, firstTurn)) {
      const shares = new Set(ofClass.flatMap(({ share }) => share ?? []));
      if (shares.size === 0) continue;
      const rows = await this.rows<Turns>(scope, TURNS_SQL, [name, first, [...shares]]);
      lines.set(first, new TurnLine(first, rows));
    }
    const turns = jobs.map(({ priority = 0 }) => -priority);
    const inOrder = [...jobs.entries()]
      .filter(([, { share }]) => share !== undefined)
      .sort(byShareAndPriority);
    for (const [at, job] of inOrder) turns[at] = lines.get(firstTurn(job))?.next(job) ?? 0;
    for (const [at, { share, priority, isLast }] of inOrder)
      if (priority !== undefined) {
        const behind = [name, share ?? '', firstTurn({ isLast }), priority] as const;
        turns[at] = await this.goAhead(scope, behind, turns[at] ?? 0);
      }
    return turns;
  }

  /** Gives a job the first turn of those that wait for the same share and are of lower priority; they move back. */
  private async goAhead(
    scope: StatementScope,
    behind: readonly [name: string, share: string, first: number, priority: number],
    turn: number,
  ): Promise<number> {
    // No connection is held to wait for others of the same share unless there is something to move.
    if (!(await this.hasRow(scope, `${BEHIND} limit 1`, behind))) return turn;
    const [name, share] = behind;
    // Two at once would move the same jobs, each in its own order.
    await this.rows(scope, LOCK_SQL, [`${name} ${share}`]);
    return (await this.row<{ turn: number }>(scope, GO_AHEAD_SQL, [...behind, turn]))?.turn ?? turn;
  }

  /** Each whole second that a job took costs those that wait for the same share a turn. */
  async charge({ name, share, step }: ClaimedJob, seconds: number): Promise<void> {
    const turns = Math.floor(seconds);
    if (turns === 0 || share === null) return;
    const values = [name, share, turns * (step ?? STEP)];
    await this.database.queryAlone(`${name} ${share}`, CHARGE_SQL, values);
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
   * The turn after the last of the same share, but not before the one that is served now: those for whom nothing waits cannot
   * save turns up (start-time fair queueing, https://doi.org/10.1145/248157.248171). It is always a later one than that, so
   * that those whose jobs come one by one do not stay before all others.
   */
  next({ share = '', weight, isDue }: TurnOptions): number {
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

/** How far apart the turns of a share are: of one with more weight more turns come before the next one of others. */
export function stepOf(weight = 1): number {
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
function byShareAndPriority([, a]: [number, TurnOptions], [, b]: [number, TurnOptions]): number {
  const { share: of = '', priority = 0 } = a;
  const { share: than = '', priority: other = 0 } = b;
  if (of !== than) return of < than ? -1 : 1;
  return other - priority;
}
