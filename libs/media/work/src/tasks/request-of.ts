import type { Task } from './task.entity.js';

/** The stored request, typed as its kind stored it; for the module that owns the kind. */
export function requestOf<Request extends object>(task: Task): Request {
  return task.request as unknown as Request;
}
