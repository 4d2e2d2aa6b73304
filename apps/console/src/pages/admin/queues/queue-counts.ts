import type { QueueResponse } from '@atelier/client/api';
import { count } from '../../../parts/numbers.js';

/** The API counts at most this many jobs of a queue. */
const COUNTED_MAX = 10_000;

/** `17`, or `10,000+` when not all are counted. */
export function jobCount(value: number): string {
  return value >= COUNTED_MAX ? `${count(COUNTED_MAX)}+` : count(value);
}

/** `3`, or `20,000+` when not all of a queue are counted. */
export function summedJobs(counts: readonly number[]): string {
  const sum = counts.reduce((all, one) => all + one, 0);
  return counts.every((one) => one < COUNTED_MAX) ? count(sum) : `${count(sum)}+`;
}

/** Waiting jobs, without the next run of a schedule that is not due. */
export function waitingJobs({ waiting, schedule, oldest_due_at: due }: QueueResponse): number {
  return schedule !== null && due === null ? Math.max(0, waiting - 1) : waiting;
}

/** Whether a queue has jobs or is paused. */
export function isBusy(queue: QueueResponse): boolean {
  const { active, failed, dead, paused } = queue;
  return waitingJobs(queue) > 0 || active > 0 || failed > 0 || dead > 0 || paused;
}
