import { Injectable } from '@nestjs/common';
import { CALLERS_FAULTS } from '#libs/media/work';
import { lowestIdAt, Repository, type StatementScope } from '#libs/platform/database';

/** Tasks created within an hour; `waits` counts by bucket of duration how long they waited for their work to begin. */
export type TaskHour = {
  hour: Date;
  tasks: number;
  failed: number;
  credits: number;
  waits: Readonly<Record<string, number>>;
};

const KEPT = `interval '35 days'`;

/** Every query of the table `task_hours`. */
@Injectable()
export class TaskHoursRepository extends Repository {
  /** The last hour that has been summed. */
  async last(scope: StatementScope): Promise<Date | undefined> {
    const row = await this.row<{ hour: Date | null }>(scope, 'select max(hour) as hour from task_hours');
    return row?.hour ?? undefined;
  }

  /** Sums the hours from `since`, the beginning of an hour, in place of earlier sums; finds tasks by the times in their ids. */
  async sum(scope: StatementScope, since: Date): Promise<void> {
    await this.rows(
      scope,
      `with old as (delete from task_hours where hour < now() - ${KEPT}),
       task as (
         select date_trunc('hour', created_at, 'UTC') as hour, status = 'failed' and error_code <> all($3) as is_failed,
           case when status in ('failed', 'canceled') then 0 else credits end as credits,
           floor(ln(greatest(1, extract(epoch from started_at - created_at) * 1000)) / ln(2) * 3)::int as bucket
         from tasks where id >= $1 and created_at >= $2
       ), part as (
         select hour, bucket, count(*) as tasks, count(*) filter (where is_failed) as failed, sum(credits) as credits
         from task group by hour, bucket
       )
       insert into task_hours (hour, tasks, failed, credits, waits)
       select hour, sum(tasks), sum(failed), sum(credits),
         coalesce(jsonb_object_agg(bucket, tasks) filter (where bucket is not null), '{}')
       from part group by hour
       on conflict (hour) do update set tasks = excluded.tasks, failed = excluded.failed, credits = excluded.credits,
         waits = excluded.waits`,
      [lowestIdAt(new Date(since.getTime() - 60_000)), since, CALLERS_FAULTS],
    );
  }

  async list(scope: StatementScope, since: Date): Promise<TaskHour[]> {
    return this.rows<TaskHour>(
      scope,
      'select hour, tasks, failed, credits::float8 as credits, waits from task_hours where hour >= $1 order by hour',
      [since],
    );
  }
}
