import { createHash } from 'node:crypto';
import type { Task } from '#libs/tasks';

/** A seed of the task's own: the same when its job runs again after a crash, another for the next task. */
export function localSeed(task: Pick<Task, 'id'>): number {
  return createHash('sha256').update(task.id).digest().readInt32LE(0);
}
