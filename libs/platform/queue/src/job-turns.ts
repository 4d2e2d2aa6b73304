import { lockSql } from './queue-database.js';

/**
 * Turns: those for whom jobs wait (shares) are served one after the other, for the same time each. A lower turn starts first.
 * A job without a share has turn 0.
 */

/** Neither running nor dead. */
export const WAITS = 'worker is null and dead_at is null';

/** From one turn of a share of weight 1 to the next; of one with more weight more turns come before the next one of others. */
const STEP = 60;
/** Far more turns than ever wait, and a whole number of steps: jobs that are last come after it. */
const LAST = 16_000_000 * STEP;

/** Waiting jobs of a share; one that goes on has had its turn. */
const TAKES_TURN = `not has_run and ${WAITS}`;
const OF_CLASS = `share is not null and turn >= class and turn < class + ${LAST}`;

/** How far apart the turns of the share of a new job are, and the first one that it may get. */
export const STEP_AND_CLASS = `
  case when share is not null then greatest(1, round(${STEP} / coalesce(weight, 1)))::int end as step,
  case when is_last then ${LAST} else 0 end as class`;

/** The turn that is served now: of the jobs that run, else of those that may. And for each share its last turn. */
export const TURNS = `
  served as (
    select class, coalesce(
      (select max(turn) from jobs where name = $1 and worker is not null and ${OF_CLASS}),
      (select turn from jobs where name = $1 and ${WAITS} and ${OF_CLASS} and run_at <= now() order by turn limit 1)
    ) as turn from (select distinct class from new where share is not null) classes
  ), shares as (
    select share, class, (
      select max(turn) from jobs j
      where name = $1 and j.share = s.share and not has_run and dead_at is null and ${OF_CLASS}
    ) as turn from (select distinct share, class from new where share is not null) s
  )`;

/**
 * The turn after the last of the same share, but not before the one that is served now: those for whom nothing waits cannot
 * save turns up (start-time fair queueing, https://doi.org/10.1145/248157.248171). It is half a step later than that, so
 * that newcomers go before the next turns of others, but those whose jobs come one by one do not stay before all others.
 */
export const TURN = `case when n.share is null then 0 else greatest(
    class, shares.turn + n.step, (served.turn + ${STEP / 2}) / ${STEP} * ${STEP} + ${STEP / 2}
  ) + n.step * (row_number() over (partition by n.share, class order by n.ordinality) - 1) end`;

/**
 * Of the shares `$2` those whose waiting jobs are of several priorities. Two transactions that sorted them at once would
 * each miss the jobs of the other.
 */
export const LOCK_MIXED_SQL = `${lockSql(`$1 || ' ' || share`)} from unnest($2::text[]) as given(share)
  where (select min(priority) < max(priority) from jobs j where name = $1 and j.share = given.share and ${TAKES_TURN})`;

/** Gives the turns of a share to its jobs in the order of their priorities. */
export const SORT_SQL = `
  with waiting as (
    select id, share, turn, turn >= ${LAST} as is_last, row_number() over (of_class order by turn, created_at, id) as place,
      row_number() over (of_class order by priority desc, turn, created_at, id) as rank
    from jobs where name = $1 and share = any($2::text[]) and ${TAKES_TURN}
    window of_class as (partition by share, turn >= ${LAST})
  )
  update jobs j set turn = given.turn from waiting w join waiting given using (share, is_last)
  where j.id = w.id and given.place = w.rank and j.turn <> given.turn and ${TAKES_TURN}`;

/** Each whole second that a job took costs those that wait for the same share a turn. */
export const CHARGE_SQL = `update jobs set turn = turn + $3::int * coalesce($4, ${STEP})
  where name = $1 and share = $2 and ${TAKES_TURN}`;
