/** The states of a task, in words shared by all kinds. The words of service.md are made from these by each kind. */
export const TASK_STATUSES = [
  'created',
  'queued',
  'processing',
  'uncertain',
  'succeeded',
  'failed',
  'canceled',
] as const;
/** One of `TASK_STATUSES`. */
export type TaskStatus = (typeof TASK_STATUSES)[number];

const NEXT: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  created: ['queued', 'processing', 'failed', 'canceled'],
  queued: ['processing', 'failed', 'canceled'],
  processing: ['uncertain', 'succeeded', 'failed', 'canceled'],
  // It is found out what became of the work: it goes on, or has failed.
  uncertain: ['processing', 'failed'],
  succeeded: [],
  failed: [],
  canceled: [],
};

/** Whether the status is an end: it never changes again. */
export function isTerminal(status: TaskStatus): boolean {
  return NEXT[status].length === 0;
}

/** The statuses from which `to` may be reached. */
export function statusesBefore(to: TaskStatus): TaskStatus[] {
  return TASK_STATUSES.filter((from) => NEXT[from].includes(to));
}
