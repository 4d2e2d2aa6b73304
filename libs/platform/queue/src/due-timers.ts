import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

/** Jobs due later than this are found by the poll of the runner. */
const HORIZON_MS = 10_000;
/** Timers of one queue are this far apart at least. */
const SLOT_MS = 25;

/** Has the runner of this process claim jobs on time that this process has added. A hint, never more. */
@Injectable()
export class DueTimers implements OnApplicationShutdown {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private listener: (jobName: string) => void = () => undefined;

  /** Calls `listener` with the name of a queue when a job in it may be due. */
  onDue(listener: (jobName: string) => void): void {
    this.listener = listener;
  }

  /** A job of `jobName` is due in `afterSeconds`, or now. */
  wake(jobName: string, afterSeconds = 0): void {
    const delayMs = afterSeconds * 1_000;
    if (delayMs > HORIZON_MS) return;
    if (delayMs <= 0) {
      this.listener(jobName);
      return;
    }
    const slot = Math.ceil((Date.now() + delayMs) / SLOT_MS) + 1;
    const key = `${jobName}@${slot}`;
    if (this.timers.has(key)) return;
    const end = () => {
      this.timers.delete(key);
      this.listener(jobName);
    };
    this.timers.set(key, setTimeout(end, slot * SLOT_MS - Date.now()).unref());
  }

  onApplicationShutdown(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }
}
