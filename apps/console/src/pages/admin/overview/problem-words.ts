import type { ProblemResponse } from '@atelier/client/api';
import { bytes, count, counted } from '../../../parts/numbers.js';
import { fromNow } from '../../../parts/time.js';

const PARTS: Readonly<Record<string, string>> = {
  database: 'The database is not available',
  queue: 'The job queue is not available',
  storage: 'Files cannot be stored',
};

type Words = (problem: { subject: string; count: number; until: string | null }) => string;

const TEXTS: Readonly<Record<ProblemResponse['kind'], Words>> = {
  not_ready: ({ subject }) => PARTS[subject] ?? `${subject} is not available`,
  ledger: ({ count: rows }) => `The ledger does not balance: ${counted(rows, 'row differs', 'rows differ')}`,
  disk: ({ count: room, until }) => {
    if (room === 0) return 'The disk is full: new files are refused';
    return until === null
      ? `The disk is nearly full: there is room for ${bytes(room)} more`
      : `The disk has room for ${bytes(room)} more, and is full ${fromNow(new Date(until))} at today’s rate`;
  },
  vendor_down: ({ subject, count: errors }) =>
    errors > 0
      ? `The vendor ${subject} is down: ${counted(errors, 'call')} failed in the last hour`
      : `The vendor ${subject} is down`,
  vendor_failing: ({ subject, count: errors }) =>
    `The vendor ${subject} fails often: ${counted(errors, 'call')} failed in the last hour`,
  vendor_drained: ({ subject }) => `The vendor ${subject} is drained and gets no new tasks`,
  tasks_uncertain: ({ count: tasks }) =>
    tasks === 1
      ? 'The outcome of a task at a vendor is not known'
      : `The outcome of ${count(tasks)} tasks at vendors is not known`,
  jobs_late: ({ subject, count: jobs }) => `${counted(jobs, 'job')} of ${subject} should have started`,
  jobs_dead: ({ subject, count: jobs }) =>
    jobs === 1 ? `A job of ${subject} failed for good` : `${count(jobs)} jobs of ${subject} failed for good`,
  queue_paused: ({ subject, count: jobs }) =>
    jobs === 0
      ? `The queue ${subject} is paused`
      : `The queue ${subject} is paused, and ${counted(jobs, 'job')} due`,
  reviews: ({ count: reviews }) =>
    reviews === 1 ? 'A submission waits for review' : `${count(reviews)} submissions wait for review`,
  reports: ({ count: reports }) =>
    reports === 1 ? 'A report waits for an answer' : `${count(reports)} reports wait for an answer`,
  webhook_endpoint: () => 'A webhook endpoint does not receive its events',
  webhook_deliveries: ({ count: deliveries }) =>
    deliveries === 1
      ? 'A callback could not be delivered in the last day'
      : `${count(deliveries)} callbacks could not be delivered in the last day`,
  unknown: ({ subject }) => `The state of ${subject} could not be read in time`,
};

/** The problem as a sentence. */
export function textOf({ kind, subject, count: figure, until }: ProblemResponse): string {
  return TEXTS[kind]({ subject: subject ?? '', count: figure ?? 0, until });
}
