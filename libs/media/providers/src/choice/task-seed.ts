import { createHash } from 'node:crypto';
import type { Task } from '#libs/media/work';

/** A seed derived from the task, from 1 to 2^31 - 1: the same when its job runs again, another for the next task. */
export function seedOf({ id }: Pick<Task, 'id'>): number {
  return createHash('sha256').update(id).digest().readUInt32LE(0) >>> 1 || 1;
}
