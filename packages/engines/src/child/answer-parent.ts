import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { BACKGROUND_NICENESS } from './background-niceness.js';
import type { ChildMessage, FailureReport, ReportProgress } from './child-message.js';
import { OOM_SCORE } from './oom-score.js';

/** Sends bytes ahead of the answer, in parts: a single message would hold them in memory several times. */
export type SendParts = (bytes: Uint8Array) => Promise<void>;

export type ChildWork<Job> = {
  perform: (job: Job, report: ReportProgress, sendParts: SendParts) => Promise<unknown>;
  failureOf: (error: unknown) => FailureReport;
};

const PART_BYTES = 512 * 1024;
/** A message costs both sides more than a few rows of pixels do. */
const REPORT_INTERVAL_MS = 10;

/** The child's side: takes the parent's jobs one after the other, and answers them. */
export function answerParent<Job>(work: ChildWork<Job>): void {
  // Requests of the service come first. Threads started from now on inherit the priority, which a process may only lower.
  os.setPriority(Math.min(os.getPriority() + BACKGROUND_NICENESS, os.constants.priority.PRIORITY_LOW));
  endsFirst();
  // Without its parent nothing would use the result or stop an endless job.
  process.on('disconnect', () => process.exit(1));
  process.on('message', (job: Job) => void answer(job, work));
  say({ type: 'ready' });
}

function endsFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', String(OOM_SCORE));
  } catch {
    // Not every system has this file.
  }
}

async function answer<Job>(job: Job, { perform, failureOf }: ChildWork<Job>): Promise<void> {
  try {
    say({ type: 'done', result: await perform(job, reporter(), sendParts) });
  } catch (error) {
    say({ type: 'failed', ...failureOf(error) });
  }
}

/** Reports whole, rising percentages: the first, the last, and not too many in between. */
function reporter(): ReportProgress {
  let last = -1;
  let lastAt = 0;
  return (percent) => {
    const whole = Math.floor(Math.max(0, Math.min(100, percent)));
    if (whole <= last) return;
    const now = performance.now();
    if (last >= 0 && whole < 100 && now - lastAt < REPORT_INTERVAL_MS) return;
    last = whole;
    lastAt = now;
    say({ type: 'progress', percent: whole });
  };
}

async function sendParts(bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    const message: ChildMessage = { type: 'part', bytes: bytes.subarray(at, at + PART_BYTES) };
    await new Promise<void>((resolve) => process.send?.(message, () => resolve()));
  }
}

function say(message: ChildMessage): void {
  process.send?.(message);
}
