import { Counter, Histogram } from 'prom-client';
import { processMetrics } from '#libs/platform/metrics';
import type { Task } from './task.entity.js';

const registers = [processMetrics];

const submitted = new Counter({
  name: 'tasks_submitted_total',
  help: 'Tasks that this process accepted.',
  labelNames: ['kind', 'provider'],
  registers,
});
const durations = new Histogram({
  name: 'task_duration_seconds',
  help: 'Time from the creation of a task to its end, for tasks that this process ended.',
  labelNames: ['kind', 'provider', 'outcome'],
  buckets: [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3_600],
  registers,
});
const waits = new Histogram({
  name: 'task_wait_seconds',
  help: 'Time from the creation of a task to the start of its work, for tasks that this process started.',
  labelNames: ['kind', 'provider'],
  buckets: [0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600],
  registers,
});
const failures = new Counter({
  name: 'task_failures_total',
  help: 'Tasks that this process ended as failed, by error code.',
  labelNames: ['kind', 'provider', 'code'],
  registers,
});

const uncertain = new Counter({
  name: 'tasks_uncertain_total',
  help: 'Tasks that became uncertain in this process, by error code.',
  labelNames: ['kind', 'provider', 'code'],
  registers,
});

/** Counts a task whose outcome at its vendor is unknown. */
export function countUncertain({ kind, provider, errorCode }: Task): void {
  uncertain.inc({ kind, provider, code: errorCode ?? 'unknown' });
}

export function countSubmitted({ kind, provider }: Task): void {
  submitted.inc({ kind, provider });
}

export function countBegin({ kind, provider, createdAt, startedAt }: Task): void {
  if (startedAt)
    waits.observe({ kind, provider }, Math.max(0, (startedAt.getTime() - createdAt.getTime()) / 1_000));
}

export function countEnd({ kind, provider, status: outcome, createdAt, finishedAt, errorCode }: Task): void {
  const seconds = ((finishedAt ?? new Date()).getTime() - createdAt.getTime()) / 1_000;
  durations.observe({ kind, provider, outcome }, Math.max(0, seconds));
  if (outcome === 'failed') failures.inc({ kind, provider, code: errorCode ?? 'unknown' });
}
