import { VideoEngineError } from './video.errors.js';

/** Lets a bounded number of jobs run at a time; the others wait their turn. */
export class JobSlots {
  private readonly closing = new AbortController();
  private readonly waiting: (() => void)[] = [];
  private readonly running = new Set<Promise<unknown>>();
  private taken = 0;

  constructor(private readonly limit: number) {}

  /**
   * Runs `job` when a slot is free.
   *
   * @throws VideoEngineError `cancelled` when the signal fires while waiting, `engine_closed` after `close`.
   */
  async run<T>(signal: AbortSignal | undefined, job: (signal: AbortSignal) => Promise<T>): Promise<T> {
    await this.takeSlot(signal);
    const work = job(signal ? AbortSignal.any([signal, this.closing.signal]) : this.closing.signal);
    this.running.add(work);
    try {
      return await work;
    } catch (error) {
      throw this.closing.signal.aborted && !signal?.aborted ? closed() : error;
    } finally {
      this.running.delete(work);
      this.taken--;
      this.waiting.shift()?.();
    }
  }

  /** Ends everything and waits for it. */
  async close(): Promise<void> {
    this.closing.abort();
    await Promise.allSettled(this.running);
  }

  private async takeSlot(signal?: AbortSignal): Promise<void> {
    while (true) {
      if (signal?.aborted) throw new VideoEngineError('cancelled', 'The video job was cancelled.');
      if (this.closing.signal.aborted) throw closed();
      // Counted here and now: between two turns of the event loop another caller would see the slot as free.
      if (this.taken < this.limit) return void this.taken++;
      await this.turn(signal);
    }
  }

  private turn(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        const place = this.waiting.indexOf(wake);
        if (place >= 0) this.waiting.splice(place, 1);
        signal?.removeEventListener('abort', wake);
        this.closing.signal.removeEventListener('abort', wake);
        resolve();
      };
      this.waiting.push(wake);
      signal?.addEventListener('abort', wake);
      this.closing.signal.addEventListener('abort', wake);
    });
  }
}

function closed(): VideoEngineError {
  return new VideoEngineError('engine_closed', 'The video engine has been closed.');
}
