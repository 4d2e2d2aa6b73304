import type { ChildEnd } from './child-errors.js';
import { usageOf } from './process-usage.js';

/**
 * How long one job may take. A busy machine makes a job slow, so what it gets of the processor counts, and not what others
 * leave it. Where the system does not report that (other than Linux), `timeoutMs` and `stallMs` are what is left.
 */
export type JobLimits = {
  /** Whole run, on the clock. */
  timeoutMs: number;
  /** On the clock, without progress and without processor time: it is stopped, or waits for what never comes. */
  stallMs?: number;
  /** Processor time of the whole run, of all threads. */
  cpuMs?: number;
  /** Processor time without progress: it goes round in circles. */
  stallCpuMs?: number;
};

/** The limits of work that nobody waits for at the other end of a connection. */
export const WORK_LIMITS = {
  timeoutMs: 6 * 60 * 60_000,
  stallMs: 10 * 60_000,
  cpuMs: 20 * 60_000,
  /** Encoders do not report: an AVIF of 24 megapixels was seen to take 5 s of it. */
  stallCpuMs: 2 * 60_000,
} satisfies JobLimits;

const CHECK_MS = 100;
const MEGABYTE = 1024 * 1024;
/** A process that waits uses less of the time than this share; one that is starved gets more. */
const IDLE_SHARE = 0.001;

/** Watches what a child takes for one job, and says when it is to end. */
export class JobWatch {
  private readonly deadline: NodeJS.Timeout;
  private readonly checks: NodeJS.Timeout;
  private isOver = false;
  private hasProgressed = true;
  /** Processor time of the process: when the job began, at its last progress, and at its last sign of life. */
  private cpuMs: { begun: number; progressed: number; alive: number } | undefined;
  /** Since its last sign of life. Checks that come late count like others: then this process had no time, either. */
  private stillMs = 0;

  constructor(
    private readonly pid: number | undefined,
    private readonly limits: JobLimits & { memoryMb: number },
    private readonly end: (how: ChildEnd) => void,
  ) {
    this.deadline = setTimeout(() => end('timed_out'), limits.timeoutMs);
    this.checks = setInterval(() => void this.check(), CHECK_MS);
  }

  progressed(): void {
    this.hasProgressed = true;
  }

  stop(): void {
    this.isOver = true;
    clearTimeout(this.deadline);
    clearInterval(this.checks);
  }

  private async check(): Promise<void> {
    const { residentBytes, cpuMs } = await usageOf(this.pid);
    // A process that stays has another job by then.
    if (this.isOver) return;
    if (residentBytes > this.limits.memoryMb * MEGABYTE) return this.end('out_of_memory');
    const how = this.judge(cpuMs);
    if (how) this.end(how);
  }

  private judge(now: number): ChildEnd | undefined {
    const { stallMs = Infinity, cpuMs = Infinity, stallCpuMs = Infinity } = this.limits;
    const at = (this.cpuMs ??= { begun: now, progressed: now, alive: now });
    if (this.hasProgressed) at.progressed = now;
    this.stillMs += CHECK_MS;
    if (this.hasProgressed || now - at.alive > this.stillMs * IDLE_SHARE) {
      at.alive = now;
      this.stillMs = 0;
    }
    this.hasProgressed = false;
    if (now - at.begun > cpuMs) return 'timed_out';
    return now - at.progressed > stallCpuMs || this.stillMs > stallMs ? 'stalled' : undefined;
  }
}
