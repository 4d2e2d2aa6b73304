import { plural, t } from '@lingui/core/macro';
import type { ProblemResponse } from '@atelier/client/api';
import { bytes, count } from '../../../parts/numbers.js';
import { fromNow } from '../../../parts/time.js';
import { queueTitle } from '../queues/queue-titles.js';

const PARTS: Readonly<Record<string, string>> = {
  database: t`The database is not available`,
  queue: t`The job queue is not available`,
  storage: t`Files cannot be stored`,
};

type Words = (problem: { subject: string; count: number; until: string | null }) => string;

const TEXTS: Readonly<Record<ProblemResponse['kind'], Words>> = {
  not_ready: ({ subject }) => PARTS[subject] ?? t`${subject} is not available`,
  ledger: ({ count: rows }) =>
    t`The ledger does not balance: ${plural(rows, { one: '# row differs', other: '# rows differ' })}`,
  disk: ({ count: room, until }) => {
    if (room === 0) return t`The disk is full: new files are refused`;
    return until === null
      ? t`The disk is nearly full: there is room for ${bytes(room)} more`
      : t`The disk has room for ${bytes(room)} more, and is full ${fromNow(new Date(until))} at today’s rate`;
  },
  vendor_down: ({ subject, count: errors }) =>
    errors > 0
      ? t`The vendor ${subject} is down: ${plural(errors, { one: '# call', other: '# calls' })} failed in the last hour`
      : t`The vendor ${subject} is down`,
  vendor_failing: ({ subject, count: errors }) =>
    t`The vendor ${subject} fails often: ${plural(errors, { one: '# call', other: '# calls' })} failed in the last hour`,
  vendor_drained: ({ subject }) => t`The vendor ${subject} is drained and gets no new tasks`,
  tasks_uncertain: ({ count: tasks }) =>
    tasks === 1
      ? t`The outcome of a task at a vendor is not known`
      : t`The outcome of ${count(tasks)} tasks at vendors is not known`,
  jobs_late: ({ subject, count: jobs }) =>
    t`${plural(jobs, { one: '# job', other: '# jobs' })} of “${queueTitle(subject)}” should have started`,
  jobs_dead: ({ subject, count: jobs }) =>
    jobs === 1
      ? t`A job of “${queueTitle(subject)}” failed for good`
      : t`${count(jobs)} jobs of “${queueTitle(subject)}” failed for good`,
  queue_paused: ({ subject, count: jobs }) =>
    jobs === 0
      ? t`The queue “${queueTitle(subject)}” is paused`
      : t`The queue “${queueTitle(subject)}” is paused, and ${plural(jobs, { one: '# job', other: '# jobs' })} due`,
  reviews: ({ count: reviews }) =>
    reviews === 1 ? t`A submission waits for review` : t`${count(reviews)} submissions wait for review`,
  reports: ({ count: reports }) =>
    reports === 1 ? t`A report waits for an answer` : t`${count(reports)} reports wait for an answer`,
  webhook_endpoint: () => t`A webhook endpoint does not receive its events`,
  webhook_deliveries: ({ count: deliveries }) =>
    deliveries === 1
      ? t`A callback could not be delivered in the last day`
      : t`${count(deliveries)} callbacks could not be delivered in the last day`,
  versions_differ: ({ count: versions }) =>
    t`Processes of ${count(versions)} versions run side by side: update or restart those that are behind`,
  backup_old: () => t`The last backup is more than a week old: run npm run backup`,
  unknown: ({ subject }) => t`The state of ${subject} could not be read in time`,
};

/** The problem as a sentence. */
export function textOf({ kind, subject, count: figure, until }: ProblemResponse): string {
  return TEXTS[kind]({ subject: subject ?? '', count: figure ?? 0, until });
}
