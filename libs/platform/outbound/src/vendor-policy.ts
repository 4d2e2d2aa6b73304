import {
  bulkhead,
  BrokenCircuitError,
  BulkheadRejectedError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleWhen,
  type IPolicy,
  retry,
  TaskCancelledError,
  wrap,
} from 'cockatiel';
import { OutboundError } from './outbound-error.js';

export type VendorPolicyOptions = {
  /** Concurrent calls, default 8. */
  maxConcurrent?: number;
  /** Calls that may wait for a slot, default 64; more are refused with `too_busy`. */
  maxWaiting?: number;
  /** Failures in a row after which calls are refused with `circuit_open`, default 5. */
  breakAfterFailures?: number;
  /** Milliseconds until one call may test whether the vendor is back, default 15 000. */
  halfOpenAfterMs?: number;
  /** Tries of one call, the first included, default 3. */
  maxAttempts?: number;
  /** Milliseconds before the second try, doubled each time, half of it random; default 500. */
  firstRetryDelayMs?: number;
  /** A longer pause requested by a vendor is not waited for: the error goes to the job's own schedule. Default 5 000. */
  maxRetryDelayMs?: number;
};

export type VendorCircuit = 'closed' | 'half_open' | 'open';

/**
 * When a call may be repeated: at any time, such as a GET, only if it certainly did not arrive, such as a submission, or
 * never, as its caller waits.
 */
export type Repeatable = 'any-time' | 'if-not-arrived' | 'never';

/**
 * Guards the calls to one vendor (one configured origin): limits concurrent calls, breaks the circuit, and retries
 * where that is safe. One instance per origin; its state is in memory.
 */
export class VendorPolicy {
  private readonly maxRetryDelayMs: number;
  private readonly halfOpenAfterMs: number;
  private readonly breaker;
  private readonly places;
  private readonly limits: { concurrent: number; waiting: number };
  private readonly policies: Readonly<Record<Repeatable, IPolicy>>;

  constructor(options: VendorPolicyOptions = {}) {
    this.maxRetryDelayMs = options.maxRetryDelayMs ?? 5_000;
    this.halfOpenAfterMs = options.halfOpenAfterMs ?? 15_000;
    this.breaker = circuitBreaker(handleWhen(isVendorDown), {
      breaker: new ConsecutiveBreaker(options.breakAfterFailures ?? 5),
      halfOpenAfter: this.halfOpenAfterMs,
    });
    this.limits = { concurrent: options.maxConcurrent ?? 8, waiting: options.maxWaiting ?? 64 };
    this.places = bulkhead(this.limits.concurrent, this.limits.waiting);
    const guarded = (repeatable: Repeatable) =>
      wrap(this.retries(repeatable, options), this.places, this.breaker) as IPolicy;
    this.policies = {
      'any-time': guarded('any-time'),
      'if-not-arrived': guarded('if-not-arrived'),
      never: guarded('never'),
    };
  }

  get isOpen(): boolean {
    return this.breaker.state === CircuitState.Open;
  }

  /** Lets calls through again; the next one that fails opens the circuit at once. */
  close(): void {
    if (this.circuit !== 'closed') this.breaker.isolate().dispose();
  }

  get calls(): { running: number; waiting: number } {
    const { executionSlots, queueSlots } = this.places;
    return {
      running: this.limits.concurrent - executionSlots,
      waiting: this.limits.waiting - queueSlots,
    };
  }

  /** `open` while calls are refused, `half_open` once one may test whether the vendor is back. */
  get circuit(): VendorCircuit {
    switch (this.breaker.state) {
      case CircuitState.Closed:
        return 'closed';
      case CircuitState.HalfOpen:
        return 'half_open';
      case CircuitState.Open:
      case CircuitState.Isolated:
        return 'open';
    }
  }

  /**
   * Runs `call`, possibly several times.
   * @throws OutboundError `circuit_open` or `too_busy` when it did not start, else what the last try threw.
   */
  async run<T>(
    repeatable: Repeatable,
    call: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    try {
      return await this.policies[repeatable].execute((context) => call(context.signal), signal);
    } catch (error) {
      throw this.translated(error);
    }
  }

  private retries(repeatable: Repeatable, options: VendorPolicyOptions) {
    const firstDelayMs = options.firstRetryDelayMs ?? 500;
    const mayRepeat = (error: unknown) =>
      repeatable !== 'never' &&
      error instanceof OutboundError &&
      error.retryable &&
      (repeatable === 'any-time' || !error.mayHaveArrived) &&
      (error.retryAfterSeconds ?? 0) * 1_000 <= this.maxRetryDelayMs;
    return retry(handleWhen(mayRepeat), {
      maxAttempts: (options.maxAttempts ?? 3) - 1,
      backoff: new DelegateBackoff(({ attempt, result }) => {
        const doubledMs = firstDelayMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
        const error = 'error' in result ? result.error : undefined;
        const askedMs = error instanceof OutboundError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
        return Math.min(Math.max(doubledMs, askedMs), this.maxRetryDelayMs);
      }),
    });
  }

  private translated(error: unknown): unknown {
    if (error instanceof BrokenCircuitError) {
      return new OutboundError(
        'circuit_open',
        'Calls to the upstream service are paused after several failures.',
        {
          retryable: true,
          retryAfterSeconds: Math.ceil(this.halfOpenAfterMs / 1_000),
        },
      );
    }
    if (error instanceof BulkheadRejectedError) {
      return new OutboundError('too_busy', 'Too many calls to the upstream service are already waiting.', {
        retryable: true,
        retryAfterSeconds: 1,
      });
    }
    if (error instanceof TaskCancelledError) return new OutboundError('aborted', 'The call was cancelled.');
    return error;
  }
}

/** A vendor that refuses a request is up; one that cannot be reached, fails or answers garbage is not. */
function isVendorDown(error: unknown): boolean {
  if (!(error instanceof OutboundError)) return false;
  switch (error.code) {
    case 'dns_failed':
    case 'connection_failed':
    case 'tls_failed':
    case 'timeout':
    case 'bad_reply':
      return true;
    case 'bad_status':
      return (error.status ?? 0) >= 500;
    default:
      return false;
  }
}
