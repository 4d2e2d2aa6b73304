import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

/** Jobs due later than this are found by the poll of the runner. */
const HORIZON_MS = 10_000;
/** Timers of one queue are this far apart at least. */
const SLOT_MS = 25;

/** Wakes the runner of this process on time for delayed jobs that this process has added. A hint, never more. */
@Injectable()
export class DueTimers implements OnApplicationShutdown {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private listener: (jobName: string) => void = () => undefined;

  /** Calls `listener` with the name of a queue when a job in it becomes due. */
  onDue(listener: (jobName: string) => void): void {
    this.listener = listener;
  }

  /** Announces a job of `jobName` that is due in `afterSeconds`. */
  set(jobName: string, afterSeconds: number): void {
    const delayMs = afterSeconds * 1_000;
    if (delayMs <= 0 || delayMs > HORIZON_MS) return;
    const slot = Math.ceil((Date.now() + delayMs) / SLOT_MS) + 1;
    const key = `${jobName}@${slot}`;
    if (this.timers.has(key)) return;
    const ring = () => {
      this.timers.delete(key);
      this.listener(jobName);
    };
    this.timers.set(key, setTimeout(ring, slot * SLOT_MS - Date.now()).unref());
  }

  /** A job of `jobName` may be due now. */
  ring(jobName: string): void {
    this.listener(jobName);
  }

  onApplicationShutdown(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }
}
