import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope } from '#libs/platform/database';
import type { TaskEvent } from '../task.entity.js';

/** An event of a task, and when its first output was stored. */
export type EventRow = TaskEvent & { storedAt: Date | null };

@Injectable()
export class TaskStepsRepository extends Repository {
  /** In order within each task. */
  async listEvents(scope: StatementScope, taskIds: readonly string[]): Promise<EventRow[]> {
    return this.rows<EventRow>(
      scope,
      `select e.*, case when e.status = 'succeeded' then (
         select min(created_at) from assets a where a.task_id = e.task_id and a.purpose = 'output'
       ) end as stored_at
       from task_events e where e.task_id = any($1) order by e.task_id, e.seq`,
      [taskIds],
    );
  }
}
