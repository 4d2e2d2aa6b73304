import { DateTimeField, EnumField, IntField, TextField, UuidField } from '#libs/platform/http';
import { TASK_STATUSES, type TaskStatus } from '../task-status.js';

/** Path of a task. */
export class TaskPath {
  @UuidField({ description: 'Id of the task.', example: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11' })
  id!: string;
}

/** Which tasks to list. */
export class ListTasksQuery {
  @TextField({
    description: 'Only tasks of this kind.',
    maxLength: 64,
    optional: true,
    example: 'image-relight',
  })
  kind?: string;

  @EnumField({ description: 'Only tasks with this status.', values: TASK_STATUSES, optional: true })
  status?: TaskStatus;

  @DateTimeField({ description: 'Only tasks created after this time.', optional: true })
  created_after?: string;

  @UuidField({ description: 'The `next_cursor` of the page before.', optional: true })
  cursor?: string;

  @IntField({ description: 'Tasks on a page.', min: 1, max: 100, default: 20 })
  limit!: number;
}
