import type { Task } from './task.entity.js';

/** What the task costs now: its price, or nothing once it has failed or was canceled. */
export function chargedCredits({ status, credits }: Pick<Task, 'status' | 'credits'>): number {
  return status === 'failed' || status === 'canceled' ? 0 : credits;
}
