import { Bell } from '#libs/platform/runtime';

/** Wakes readers that wait for a line of a task. */
export class LineBell {
  /** With the lowest line number that any waiting reader has reached. */
  private readonly waiting = new Map<string, { bell: Bell; seq: number }>();

  ring(taskId: string): void {
    this.waiting.get(taskId)?.bell.ring();
  }

  ringAll(): void {
    for (const { bell } of [...this.waiting.values()]) bell.ring();
  }

  listWaiting(): { taskId: string; seq: number }[] {
    return [...this.waiting].map(([taskId, { seq }]) => ({ taskId, seq }));
  }

  async next(taskId: string, seq: number, signal: AbortSignal): Promise<void> {
    const waiting = this.waiting.get(taskId) ?? { bell: new Bell(), seq };
    waiting.seq = Math.min(waiting.seq, seq);
    this.waiting.set(taskId, waiting);
    await waiting.bell.next(signal);
    if (!waiting.bell.isAwaited && this.waiting.get(taskId) === waiting) this.waiting.delete(taskId);
  }
}
