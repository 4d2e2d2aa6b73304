import type { Task } from './task.entity.js';

/** The stored request in the type that its kind gave it when the task was made; for the module that owns the kind. */
export function requestOf<Request extends object>(task: Task): Request {
  return task.request as unknown as Request;
}
