import { Injectable } from '@nestjs/common';
import { lowestIdAt, Repository, type StatementScope } from '#libs/platform/database';

/** Of requests since a time; or of callers alone, at the moment. */
export type LimitFigures = { requests: number; refused: number; callers: number; refusedCallers: number };
export type CallerFigures = Pick<LimitFigures, 'callers' | 'refusedCallers'>;
export type WhoseLimit = 'user' | 'address';

const DAY_MS = 86_400_000;
/** Who started a task or stored a file, by whose limit is tried. */
const CALLER = { user: 'user_id::text', address: `case when user_id is null then source end` };
const COUNTED = `count(*)::float8 as requests, count(*) filter (where is_refused)::float8 as refused,
  count(distinct caller)::float8 as callers, count(distinct caller) filter (where is_refused)::float8 as refused_callers`;

/** What limits would have refused, from the tasks and files that there are. */
@Injectable()
export class LimitTrialRepository extends Repository {
  /** Submits that found as many tasks of their caller waiting. */
  async waiting(
    scope: StatementScope,
    whose: WhoseLimit,
    most: number,
    since: Date,
  ): Promise<LimitFigures | undefined> {
    return this.row<LimitFigures>(
      scope,
      `with task as (
         select ${CALLER[whose]} as caller, created_at, coalesce(started_at, finished_at) as until
         from tasks where id >= $1
       ), step as (
         select caller, created_at as at, 1 as step from task where caller is not null
         union all
         select caller, until, -1 from task where caller is not null and until is not null
       ), counted as (
         select caller, at, step, sum(step) over (partition by caller order by at, step) as waiting from step
       )
       select ${COUNTED} from (
         select caller, waiting > $3 as is_refused from counted where step = 1 and at >= $2
       ) c`,
      [lowestIdAt(new Date(since.getTime() - DAY_MS)), since, most],
    );
  }

  /** Submits beyond so many credits of a user in a day of UTC. */
  async credits(scope: StatementScope, most: number, since: Date): Promise<LimitFigures | undefined> {
    return this.row<LimitFigures>(
      scope,
      `with spent as (
         select user_id as caller, created_at, sum(case when status in ('failed', 'canceled') then 0 else credits end)
           over (partition by user_id, date_trunc('day', created_at, 'UTC') order by id) as credits
         from tasks where id >= $1 and user_id is not null
       )
       select ${COUNTED} from (select caller, credits > $3 as is_refused from spent where created_at >= $2) c`,
      [lowestIdAt(new Date(since.getTime() - DAY_MS)), since, most],
    );
  }

  /** Who has more stored at the moment than so many bytes. */
  async stored(scope: StatementScope, whose: WhoseLimit, most: number): Promise<CallerFigures | undefined> {
    return this.row<CallerFigures>(
      scope,
      `select count(*)::float8 as callers, count(*) filter (where bytes > $1)::float8 as refused_callers from (
         select ${CALLER[whose]} as caller, sum(bytes) as bytes from assets where purpose <> 'output' group by 1
       ) c where caller is not null`,
      [most],
    );
  }
}
