import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { BACKGROUND_NICENESS } from './background-niceness.js';
import type { ChildMessage, FailureReport, ReportProgress } from './child-message.js';
import { OOM_SCORE } from './oom-score.js';

/** Sends bytes ahead of the answer, in parts: as one message they would be held several times over. */
export type SendParts = (bytes: Uint8Array) => Promise<void>;

/** What a child does with a job. */
export type ChildWork<Job> = {
  perform: (job: Job, report: ReportProgress, sendParts: SendParts) => Promise<unknown>;
  failureOf: (error: unknown) => FailureReport;
};

const PART_BYTES = 512 * 1024;
/** A message costs both sides more than a few rows of pixels. */
const REPORT_INTERVAL_MS = 10;

/** The child's side: takes the parent's jobs, one after the other, and answers them. */
export function answerParent<Job>(work: ChildWork<Job>): void {
  // A job can wait, the requests of the service beside it cannot. Threads made from now on inherit it.
  // A process may lower its own priority, not raise it.
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
    // Other systems have other ways.
  }
}

async function answer<Job>(job: Job, { perform, failureOf }: ChildWork<Job>): Promise<void> {
  try {
    say({ type: 'done', result: await perform(job, reporter(), sendParts) });
  } catch (error) {
    say({ type: 'failed', ...failureOf(error) });
  }
}

/** Passes whole, rising percentages on: the first one, the end, and not too many between them. */
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
