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

/** Whether work on the task is pending or in progress. */
export function isLive(status: TaskStatus): boolean {
  return status === 'created' || status === 'queued' || status === 'processing';
}

export function isEnded(status: TaskStatus): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'canceled';
}
