import type { Task, TaskEvent } from './task.entity.js';

/** A task has a new status. Published in the transaction that gave it. */
export class TaskStatusChanged {
  constructor(
    /** The task as it stands after the change. */
    readonly task: Task,
    readonly event: TaskEvent,
  ) {}
}
