import { Injectable } from '@nestjs/common';
import { columnsJson, Repository, type StatementScope } from '#libs/platform/database';
import type { TaskLogLine } from './task-log-line.entity.js';

/** A task that fails again and again must not fill the table. */
const LINES_OF_A_TASK = 100;

/** Every query of the table `task_log_lines`. */
@Injectable()
export class TaskLogRepository extends Repository {
  /** Adds lines, except those of other things than tasks, and those beyond the most that a task may have. */
  async insert(scope: StatementScope, lines: readonly TaskLogLine[]): Promise<void> {
    await this.rows(
      scope,
      `insert into task_log_lines
       select l.* from jsonb_populate_recordset(null::task_log_lines, $1) l
       join tasks t on t.id = l.task_id and t.deleted_at is null and t.expired_at is null
       where (select count(*) from task_log_lines k where k.task_id = l.task_id) < ${LINES_OF_A_TASK}
       on conflict do nothing`,
      [columnsJson(lines)],
    );
  }

  /** Oldest first. */
  async listOf(scope: StatementScope, taskId: string): Promise<TaskLogLine[]> {
    return this.rows<TaskLogLine>(scope, 'select * from task_log_lines where task_id = $1 order by id', [
      taskId,
    ]);
  }

  async deleteOf(scope: StatementScope, taskIds: readonly string[]): Promise<void> {
    await this.rows(scope, 'delete from task_log_lines where task_id = any($1)', [taskIds]);
  }

  /** @returns How many were deleted, at most `limit`. */
  async deleteBefore(scope: StatementScope, id: string, limit: number): Promise<number> {
    const rows = await this.rows(
      scope,
      `delete from task_log_lines where id in (select id from task_log_lines where id < $1 order by id limit $2)
       returning id`,
      [id, limit],
    );
    return rows.length;
  }
}
