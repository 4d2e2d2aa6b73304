/** Wakes those who wait for a line of a task. */
export class LineBell {
  private readonly waiting = new Map<string, Set<() => void>>();

  /** Wakes everyone who waits for the task. */
  ring(taskId: string): void {
    for (const wake of [...(this.waiting.get(taskId) ?? [])]) wake();
  }

  ringAll(): void {
    for (const taskId of [...this.waiting.keys()]) this.ring(taskId);
  }

  /** Resolves at the next ring for the task, after `timeoutMs`, or when `signal` aborts. */
  next(taskId: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.waiting.get(taskId) ?? new Set();
      this.waiting.set(taskId, waiting);
      const wake = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        waiting.delete(wake);
        if (waiting.size === 0 && this.waiting.get(taskId) === waiting) this.waiting.delete(taskId);
        resolve();
      };
      const timer = setTimeout(wake, timeoutMs);
      waiting.add(wake);
      if (signal.aborted) wake();
      else signal.addEventListener('abort', wake);
    });
  }
}
