import type { Task, TaskEvent } from './task.entity.js';
import type { LinkedOutput } from './task-kinds.js';
import type { TaskStatus } from './task-status.js';

/** A task has a new status. Published in the transaction that gave it. */
export class TaskStatusChanged {
  constructor(
    /** The task after the change. */
    readonly task: Task,
    readonly event: TaskEvent,
    /** What the change has added to the task, with links that work now. */
    readonly outputs: readonly LinkedOutput[] = [],
    /** Its status before, where its area may have one word for both. */
    readonly before?: TaskStatus,
  ) {}
}
