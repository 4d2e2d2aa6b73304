import type { Principal } from '#libs/platform/http';
import { TaskExpired, TaskNotFound } from './task.errors.js';
import type { Task } from './task.entity.js';

/** @throws TaskNotFound when there is no such task of these kinds that the caller may see. */
export function visible(
  task: Task | undefined,
  principal: Principal | undefined,
  kinds?: readonly string[],
): Task {
  if (!task || !isVisible(task, principal) || (kinds && !kinds.includes(task.kind))) throw new TaskNotFound();
  return task;
}

/** @throws TaskExpired */
export function unexpired(task: Task): Task {
  if (task.expiredAt !== null) throw new TaskExpired();
  return task;
}

/** A token without the scope `media`, such as one for publishing, has no access to its user's tasks. */
function isVisible(task: Task, principal: Principal | undefined): boolean {
  if (task.userId === null || principal?.isAdmin) return true;
  return task.userId === principal?.userId && principal.scopes.includes('media');
}
