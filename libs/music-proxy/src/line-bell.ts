/** Someone who waits for what comes behind the line with number `seq`. */
type Waiting = { seq: number; wake: () => void };

/** Wakes those who wait for a line of a task. */
export class LineBell {
  private readonly waiting = new Map<string, Set<Waiting>>();

  /** Wakes everyone who waits for the task. */
  ring(taskId: string): void {
    for (const { wake } of [...(this.waiting.get(taskId) ?? [])]) wake();
  }

  ringAll(): void {
    for (const taskId of [...this.waiting.keys()]) this.ring(taskId);
  }

  /** The tasks that somebody waits for, each with the lowest number that one of them has. */
  listWaiting(): { taskId: string; seq: number }[] {
    return [...this.waiting].map(([taskId, readers]) => ({
      taskId,
      seq: Math.min(...[...readers].map(({ seq }) => seq)),
    }));
  }

  /** Resolves at the next ring for the task, or when `signal` aborts. */
  next(taskId: string, seq: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const readers = this.waiting.get(taskId) ?? new Set();
      this.waiting.set(taskId, readers);
      const wake = (): void => {
        signal.removeEventListener('abort', wake);
        readers.delete(reader);
        if (readers.size === 0 && this.waiting.get(taskId) === readers) this.waiting.delete(taskId);
        resolve();
      };
      const reader = { seq, wake };
      readers.add(reader);
      if (signal.aborted) wake();
      else signal.addEventListener('abort', wake);
    });
  }
}
