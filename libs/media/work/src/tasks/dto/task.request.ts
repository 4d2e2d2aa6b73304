import { DateTimeField, EnumField, IntField, TextField, UuidField } from '#libs/platform/http';
import { TASK_STATUSES, type TaskStatus } from '../task-status.js';

export class TaskPath {
  /** Id of the task. */
  @UuidField()
  id!: string;
}

export class MediaTaskPath {
  /** Id of the task, as `GET /tasks` lists it. */
  @UuidField()
  task_id!: string;
}

export class ListTasksQuery {
  /** Only tasks of this kind. */
  @TextField({ maxLength: 64, optional: true, example: 'image-relight' })
  kind?: string;

  /** Only tasks with this status. */
  @EnumField({ values: TASK_STATUSES, optional: true })
  status?: TaskStatus;

  /** Only tasks created after this time. */
  @DateTimeField({ optional: true })
  created_after?: string;

  /** The `next_cursor` of the previous page. */
  @UuidField({ optional: true })
  cursor?: string;

  /** Tasks on a page. */
  @IntField({ min: 1, max: 100, default: 20 })
  limit!: number;
}
