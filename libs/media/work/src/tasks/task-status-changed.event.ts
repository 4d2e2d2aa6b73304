import type { Task, TaskEvent } from './task.entity.js';
import type { LinkedOutput } from './task-kinds.js';
import type { TaskStatus } from './task-status.js';

/** A task has a new status. Published in the transaction that set it. */
export class TaskStatusChanged {
  constructor(
    readonly task: Task,
    readonly event: TaskEvent,
    /** Outputs that the change has added to the task, with valid links. */
    readonly outputs: readonly LinkedOutput[] = [],
    /** Its status before, as its area may give both the same name. */
    readonly before?: TaskStatus,
  ) {}
}
