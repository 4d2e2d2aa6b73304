/** Wakes all that wait at the time of a ring. Rings are not stored. */
export class Bell {
  private readonly waiting = new Set<() => void>();

  get isAwaited(): boolean {
    return this.waiting.size > 0;
  }

  ring(): void {
    for (const wake of [...this.waiting]) wake();
  }

  /** Resolves at the next ring, or when `signal` aborts. */
  next(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal?.removeEventListener('abort', wake);
        this.waiting.delete(wake);
        resolve();
      };
      if (signal?.aborted) return resolve();
      this.waiting.add(wake);
      signal?.addEventListener('abort', wake);
    });
  }
}
