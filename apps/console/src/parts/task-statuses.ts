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
