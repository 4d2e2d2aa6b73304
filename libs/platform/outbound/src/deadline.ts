import { OutboundError } from './outbound-error.js';

/**
 * The time limits of one call: a total, shorter limits for its phases, and the caller's own signal.
 *
 * The first limit reached rejects the awaited work at once, and aborts `signal` so that the work itself ends too.
 */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly total: NodeJS.Timeout;
  private readonly outer?: AbortSignal;
  private readonly onOuterAbort = () =>
    this.fail(new OutboundError('aborted', 'The call was cancelled.', { mayHaveArrived: true }));

  constructor(totalMs: number, outer?: AbortSignal) {
    this.total = setTimeout(() => this.fail(timeout('The server took too long in all.')), totalMs);
    this.outer = outer;
    if (outer?.aborted === true) this.onOuterAbort();
    else outer?.addEventListener('abort', this.onOuterAbort, { once: true });
  }

  /** Fires with an {@link OutboundError} as its reason. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Awaits `work`, but never longer than `limitMs` nor than the whole call may last. */
  async within<T>(limitMs: number, message: string, work: Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.fail(timeout(message)), limitMs);
    let onAbort = (): void => undefined;
    const aborted = new Promise<never>((_resolve, reject) => {
      onAbort = () => reject(this.signal.reason as OutboundError);
      if (this.signal.aborted) onAbort();
      else this.signal.addEventListener('abort', onAbort, { once: true });
    });
    try {
      return await Promise.race([work, aborted]);
    } finally {
      clearTimeout(timer);
      this.signal.removeEventListener('abort', onAbort);
    }
  }

  /** Stops every timer. Call it once the call is over, however it ended. */
  end(): void {
    clearTimeout(this.total);
    this.outer?.removeEventListener('abort', this.onOuterAbort);
  }

  private fail(error: OutboundError): void {
    this.end();
    if (!this.signal.aborted) this.controller.abort(error);
  }
}

function timeout(message: string): OutboundError {
  return new OutboundError('timeout', message, { retryable: true, mayHaveArrived: true });
}
