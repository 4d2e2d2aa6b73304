import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';

@Injectable()
export class TaskExpiryRepository extends Repository {
  /**
   * Empties tasks that are due to expire, the earliest first, and removes their events.
   * @returns Their ids, at most `limit`.
   */
  async expire(scope: TransactionScope, limit: number): Promise<string[]> {
    const rows = await this.rows<{ id: string }>(
      scope,
      `with due as (
         select id from tasks where expires_at < $1 and expired_at is null and deleted_at is null
          order by expires_at limit $2 for update skip locked
       ), forgotten as (
         delete from task_events where task_id in (select id from due)
       )
       update tasks set expired_at = $1, request = '{}', details = '{}', outputs = '[]', callback_url = null
        where id in (select id from due) returning id`,
      [this.clock.now(), limit],
    );
    return rows.map(({ id }) => id);
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
}
