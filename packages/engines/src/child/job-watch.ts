import type { ChildEnd } from './child-errors.js';
import { usageOf } from './process-usage.js';

/**
 * Limits of one job. A busy machine makes a job slow, so its processor time counts, not the clock. On systems that do not
 * report processor time (other than Linux), only `timeoutMs` and `stallMs` apply.
 */
export type JobLimits = {
  /** Whole run, by the clock. */
  timeoutMs: number;
  /** By the clock, without progress and without processor time: the job hangs. */
  stallMs?: number;
  /** Processor time of the whole run, of all threads. */
  cpuMs?: number;
  /** Processor time without progress: the job loops. */
  stallCpuMs?: number;
};

/** Limits of background work, with no open connection waiting for it. */
export const WORK_LIMITS = {
  timeoutMs: 6 * 60 * 60_000,
  stallMs: 10 * 60_000,
  cpuMs: 20 * 60_000,
  /** Encoders do not report progress: an AVIF of 24 megapixels took 5 s. */
  stallCpuMs: 2 * 60_000,
} satisfies JobLimits;

const CHECK_MS = 100;
const MEGABYTE = 1024 * 1024;
/** A waiting process uses less processor time than this share of the clock; a starved one gets more. */
const IDLE_SHARE = 0.001;

/** Watches one job of a child, and says when it has to end. */
export class JobWatch {
  private readonly deadline: NodeJS.Timeout;
  private readonly checks: NodeJS.Timeout;
  private isOver = false;
  private hasProgressed = true;
  /** Processor time of the process at the start of the job, at its last progress, and at its last sign of life. */
  private cpuMs: { begun: number; progressed: number; alive: number } | undefined;
  /** Time since its last sign of life. A late check counts like any other: this process was starved too. */
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
    // A process that stays may have another job by then.
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
