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

/** A task was deleted with everything that belongs to it. Published in the transaction that deleted it. */
export class TaskDeleted {
  constructor(readonly taskId: string) {}
}

/** Tasks have expired: what belongs to them is to be removed. Published in the transaction that emptied them. */
export class TasksExpired {
  constructor(readonly taskIds: readonly string[]) {}
}
