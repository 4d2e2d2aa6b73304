/** The states of a task, shared by all kinds. Each kind maps them to those of service.md. */
export const TASK_STATUSES = [
  'created',
  'queued',
  'processing',
  'uncertain',
  'succeeded',
  'failed',
  'canceled',
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

const NEXT: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  created: ['queued', 'processing', 'failed', 'canceled'],
  queued: ['processing', 'failed', 'canceled'],
  processing: ['uncertain', 'succeeded', 'failed', 'canceled'],
  // When the outcome is known, it resumes or fails.
  uncertain: ['processing', 'failed'],
  succeeded: [],
  failed: [],
  canceled: [],
};

/** Whether the status is final. */
export function isTerminal(status: TaskStatus): boolean {
  return NEXT[status].length === 0;
}

export function statusesBefore(to: TaskStatus): TaskStatus[] {
  return TASK_STATUSES.filter((from) => NEXT[from].includes(to));
}
