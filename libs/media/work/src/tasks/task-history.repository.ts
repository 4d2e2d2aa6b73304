import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope } from '#libs/platform/database';
import type { Task, TaskEvent } from './task.entity.js';

export type HistoryPage = {
  since: Date;
  until: Date;
  afterTaskId?: string | undefined;
  limit: number;
};

/** Tasks created up to this long before the period are searched. */
const CREATED_BEFORE = `interval '7 days'`;

@Injectable()
export class TaskHistoryRepository extends Repository {
  /** Tasks, oldest first, that may have changed in the period. */
  async listTasks(
    scope: StatementScope,
    userId: string,
    { since, until, afterTaskId, limit }: HistoryPage,
  ): Promise<Task[]> {
    return this.rows<Task>(
      scope,
      `select * from tasks where user_id = $1 and deleted_at is null
         and ($4::uuid is null or id > $4) and created_at < $3 and created_at >= $2::timestamptz - ${CREATED_BEFORE}
         and (finished_at is null or finished_at >= $2)
       order by id limit $5`,
      [userId, since, until, afterTaskId ?? null, limit],
    );
  }

  async listEvents(
    scope: StatementScope,
    taskIds: readonly string[],
    { since, until }: HistoryPage,
  ): Promise<TaskEvent[]> {
    return this.rows<TaskEvent>(
      scope,
      `select * from task_events where task_id = any($1) and created_at >= $2 and created_at < $3
        order by task_id, seq`,
      [taskIds, since, until],
    );
  }
}
