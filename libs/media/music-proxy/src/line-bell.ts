import { Bell } from '#libs/platform/runtime';

/** Wakes those who wait for a line of a task. */
export class LineBell {
  /** With the lowest number of a line that somebody who waits has. */
  private readonly waiting = new Map<string, { bell: Bell; seq: number }>();

  /** Wakes everyone who waits for the task. */
  ring(taskId: string): void {
    this.waiting.get(taskId)?.bell.ring();
  }

  ringAll(): void {
    for (const { bell } of [...this.waiting.values()]) bell.ring();
  }

  /** The tasks that somebody waits for. */
  listWaiting(): { taskId: string; seq: number }[] {
    return [...this.waiting].map(([taskId, { seq }]) => ({ taskId, seq }));
  }

  /** Resolves at the next ring for the task, or when `signal` aborts. */
  async next(taskId: string, seq: number, signal: AbortSignal): Promise<void> {
    const waiting = this.waiting.get(taskId) ?? { bell: new Bell(), seq };
    waiting.seq = Math.min(waiting.seq, seq);
    this.waiting.set(taskId, waiting);
    await waiting.bell.next(signal);
    if (!waiting.bell.isAwaited && this.waiting.get(taskId) === waiting) this.waiting.delete(taskId);
  }
}
