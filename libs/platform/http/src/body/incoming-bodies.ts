import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { DomainError } from '#libs/platform/errors';
import { callerKey } from '../requests/caller.js';
import type { BodyKind, BodyReceiver, IncomingBody } from '../requests/incoming-body.js';
import { callerOf } from '../requests/principal.js';
import { BodyBudget, type HeldBody, UNCOUNTED_BYTES } from './body-budget.js';
import { RequestTimeout } from './body.errors.js';
import { ByteRate } from './byte-rate.js';

/** How often within a window the rate is looked at. */
const LOOKS = 10;

/** Of all callers without a token together: what they send in vain must not keep the process from serving others. */
const ANONYMOUS_BYTES_PER_SECOND = 16 * 1024 * 1024;

/** The least that must arrive within any time of `windowMs`. */
export type Pace = { bytesPerSecond: number; windowMs: number };

/** Keeps bodies that arrive from taking too much memory, or too long. */
@Injectable()
export class IncomingBodies implements BodyReceiver {
  /** An upload may take as long as it comes; what is held in memory must come faster. */
  readonly pace: Record<BodyKind, Pace> = {
    held: { bytesPerSecond: 16_384, windowMs: 30_000 },
    streamed: { bytesPerSecond: 4_096, windowMs: 60_000 },
  };

  private readonly anonymousRate = new ByteRate(ANONYMOUS_BYTES_PER_SECOND);

  constructor(private readonly budget: BodyBudget) {}

  /**
   * Runs `read`, which reads the body of `request`. What it holds in memory counts until the request has ended, or
   * `read` has failed.
   * @throws what `read` throws.
   */
  async receive<T>(request: Request, kind: BodyKind, read: (body: IncomingBody) => Promise<T>): Promise<T> {
    const user = callerOf(request);
    const memory = this.budget.open(callerKey(request), user !== undefined);
    const body = new ArrivingBody(memory, user ? undefined : this.anonymousRate);
    const stop = (reason: DomainError): void => body.stop(reason);
    memory.cut = stop;
    const release = (): void => memory.release();
    request.res?.once('close', release);
    if (request.destroyed || request.res?.closed) release();
    const unwatch = watchPace(request, this.pace[kind], stop);
    try {
      return await read(body);
    } catch (error) {
      release();
      throw body.reason ?? error;
    } finally {
      unwatch();
      memory.cut = undefined;
    }
  }
}

/** One body under way. */
class ArrivingBody implements IncomingBody {
  /** Why the reading has to stop, once it has. */
  reason: DomainError | undefined;
  private readonly callbacks: ((reason: DomainError) => void)[] = [];

  constructor(
    readonly memory: HeldBody,
    /** Undefined for a caller whose bodies need not wait for those of others. */
    private readonly rate: ByteRate | undefined,
  ) {}

  get signal(): AbortSignal {
    const controller = new AbortController();
    this.onStop((reason) => controller.abort(reason));
    if (this.reason) controller.abort(this.reason);
    return controller.signal;
  }

  onStop(callback: (reason: DomainError) => void): void {
    this.callbacks.push(callback);
  }

  pauseAfter(part: number, bytes: number): number {
    return !this.rate || bytes <= UNCOUNTED_BYTES ? 0 : this.rate.take(part);
  }

  stop(reason: DomainError): void {
    if (this.reason) return;
    this.reason = reason;
    for (const callback of this.callbacks) callback(reason);
  }
}

/** Calls `fail` when the body comes too slowly. Time in which it waits for us does not count. */
function watchPace(request: Request, pace: Pace, fail: (reason: DomainError) => void): () => void {
  if (request.complete) return () => undefined;
  const least = (pace.bytesPerSecond * pace.windowMs) / 1_000;
  const { socket } = request;
  let seen = socket.bytesRead;
  const gains: number[] = [];
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer);
    const gain = socket.bytesRead - seen;
    seen += gain;
    gains.push(request.readableLength > 0 ? least : gain);
    if (gains.length < LOOKS) return;
    if (gains.reduce((sum, each) => sum + each, 0) >= least) {
      gains.shift();
      return;
    }
    clearInterval(timer);
    fail(new RequestTimeout(`The body must come with at least ${pace.bytesPerSecond} bytes a second.`));
  }, pace.windowMs / LOOKS);
  return () => clearInterval(timer);
}
