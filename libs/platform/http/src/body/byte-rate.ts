/** How long a rate that was not used may be made up for. */
const BURST_MS = 1_000;

/** Spreads the bytes of many over time. */
export class ByteRate {
  /** When all that was taken has come at the rate. */
  private dueMs = 0;

  constructor(private readonly bytesPerSecond: number) {}

  /** Takes bytes that have come. @returns how long to wait before more is read, in milliseconds. */
  take(bytes: number): number {
    const now = performance.now();
    this.dueMs = Math.max(this.dueMs, now - BURST_MS) + (1_000 * bytes) / this.bytesPerSecond;
    return Math.max(0, this.dueMs - now);
  }
}
