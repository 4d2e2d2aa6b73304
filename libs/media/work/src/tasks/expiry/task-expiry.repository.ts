import { Injectable } from '@nestjs/common';
import { lowestIdAt, Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';

/** Ended tasks that are to lose their files. */
export type RemovedTasks = { endedBefore: Date; userId: string | null };

/** What the tasks of a user have stored; null for callers without a token. */
export type StoredOfUser = { userId: string | null; tasks: number; files: number; bytes: number };
export type StoredResults = Omit<StoredOfUser, 'userId'> & { userCount: number; users: StoredOfUser[] };

/** Clocks of the processes, which make the ids, and of the database may differ by this much. */
const SKEW_MS = 60_000;
/** `$1` the time, `$2` the lowest id at that time, `$3` the user: a task is as old as its id. */
const REMOVABLE = `finished_at < $1 and id < $2 and ($3::uuid is null or user_id = $3)
  and expired_at is null and deleted_at is null`;

@Injectable()
export class TaskExpiryRepository extends Repository {
  /**
   * Empties tasks that are due to expire, the earliest first, and removes their events.
   * @returns Their ids, at most `limit`.
   */
  async expire(scope: TransactionScope, limit: number): Promise<string[]> {
    const due = `expires_at < $1 and expired_at is null and deleted_at is null order by expires_at limit $2`;
    return this.empty(scope, due, 'expired_at = $1', [this.clock.now(), limit]);
  }

  /** What such tasks have stored, and the users who have most. Reads them all. */
  async measure(scope: StatementScope, removed: RemovedTasks, usersMax: number): Promise<StoredResults> {
    const row = await this.row<StoredResults>(
      scope,
      `with owner as (
         select t.user_id, count(*)::float8 as tasks, coalesce(sum(f.files), 0)::float8 as files,
           coalesce(sum(f.bytes), 0)::float8 as bytes
         from tasks t cross join lateral (
           select count(*) as files, sum(bytes) as bytes from assets where task_id = t.id and bytes is not null
         ) f
         where ${REMOVABLE} group by t.user_id
       ), most as (
         select * from owner order by bytes desc, user_id limit $4
       )
       select coalesce(sum(tasks), 0)::float8 as tasks, coalesce(sum(files), 0)::float8 as files,
         coalesce(sum(bytes), 0)::float8 as bytes, count(*)::float8 as user_count,
         (select coalesce(jsonb_agg(jsonb_build_object('userId', user_id, 'tasks', tasks, 'files', files, 'bytes', bytes)), '[]')
            from most) as users
       from owner`,
      [...removableParameters(removed), usersMax],
    );
    return row ?? { tasks: 0, files: 0, bytes: 0, userCount: 0, users: [] };
  }

  /**
   * Empties such tasks now, and removes their events.
   * @returns Their ids, at most `limit`; those that another transaction has locked come later.
   */
  async remove(scope: TransactionScope, removed: RemovedTasks, limit: number): Promise<string[]> {
    return this.empty(scope, `${REMOVABLE} order by id limit $5`, 'expired_at = $4, expires_at = $4', [
      ...removableParameters(removed),
      this.clock.now(),
      limit,
    ]);
  }

  /**
   * Among the `limit` tasks after `afterId`, gives an expiry to ended ones without any.
   * @returns The last of them; undefined when there are no more.
   */
  async dateKept(
    scope: StatementScope,
    afterId: string,
    { retentionHours, earliest }: { retentionHours: number; earliest: Date },
    limit: number,
  ): Promise<string | undefined> {
    const row = await this.row<{ id: string }>(
      scope,
      `with page as (
         select id from tasks where id > $1 order by id limit $2
       ), dated as (
         update tasks t set retention_hours = $3::int,
           expires_at = greatest(t.finished_at + $3::int * interval '1 hour', $4::timestamptz)
         from page where t.id = page.id
           and t.finished_at is not null and t.expires_at is null and t.expired_at is null and t.deleted_at is null
       )
       select id from page order by id desc limit 1`,
      [afterId, limit, retentionHours, earliest],
    );
    return row?.id;
  }

  /** Empties the tasks that match, except locked ones. */
  private async empty(
    scope: TransactionScope,
    due: string,
    changes: string,
    parameters: unknown[],
  ): Promise<string[]> {
    const rows = await this.rows<{ id: string }>(
      scope,
      `with due as (
         select id from tasks where ${due} for update skip locked
       ), forgotten as (
         delete from task_events where task_id in (select id from due)
       )
       update tasks set ${changes}, request = '{}', details = '{}', outputs = '[]', callback_url = null
        where id in (select id from due) returning id`,
      parameters,
    );
    return rows.map(({ id }) => id);
  }
}

function removableParameters({ endedBefore, userId }: RemovedTasks): unknown[] {
  return [endedBefore, lowestIdAt(new Date(endedBefore.getTime() + SKEW_MS)), userId];
}
