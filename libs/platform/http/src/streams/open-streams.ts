import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RateLimited, Unavailable } from '#libs/platform/errors';
import type { Principal } from '../requests/principal.js';
import { callerKey } from '../requests/caller.js';
import { StreamSettings } from './stream.settings.js';

/** A place may be free again at any moment. */
const RETRY_LATER = { headers: { 'Retry-After': '5' } };

/** The replies of this process that go on for as long as something happens: how many there may be, and how they end. */
@Injectable()
export class OpenStreams {
  private readonly open = new Set<AbortController>();
  private readonly byCaller = new Map<string, number>();
  private isEnding = false;

  constructor(private readonly settings: StreamSettings) {}

  /**
   * Takes a place for the stream that `response` is to become, until it is closed. Ask before anything is begun.
   * @returns A signal that aborts when the reader has gone, or the process stops: the stream is to end then, at a place
   *   where its reader can go on.
   * @throws RateLimited when the caller has too many open; Unavailable when the process has.
   */
  take(request: Request, user: Principal | undefined, response: Response): AbortSignal {
    const refusal = this.refusal(request, user);
    if (refusal) throw refusal;
    return this.add(callerKey(request), response);
  }

  /** As `take`, for a reply that can do without: undefined when no place is free. */
  takeIfFree(request: Request, user: Principal | undefined, response: Response): AbortSignal | undefined {
    return this.refusal(request, user) ? undefined : this.add(callerKey(request), response);
  }

  /** Has every stream end, those that are still to come too. */
  endAll(): void {
    this.isEnding = true;
    for (const stream of this.open) stream.abort();
  }

  private refusal(request: Request, user: Principal | undefined): Error | undefined {
    const { perUser, perAddress } = this.settings;
    const quota = user ? perUser : perAddress;
    if ((this.byCaller.get(callerKey(request)) ?? 0) >= quota)
      return new RateLimited(
        `No more than ${quota} streams may be open at once. Close one first.`,
        RETRY_LATER,
      );
    if (this.open.size >= this.settings.perProcess)
      return new Unavailable('Too many streams are open. Come back in a moment.', RETRY_LATER);
    return undefined;
  }

  private add(caller: string, response: Response): AbortSignal {
    const stream = new AbortController();
    if (this.isEnding || response.destroyed) stream.abort();
    if (response.destroyed) return stream.signal;
    this.open.add(stream);
    this.byCaller.set(caller, (this.byCaller.get(caller) ?? 0) + 1);
    response.once('close', () => {
      this.open.delete(stream);
      this.release(caller);
      stream.abort();
    });
    return stream.signal;
  }

  private release(caller: string): void {
    const used = this.byCaller.get(caller) ?? 0;
    if (used > 1) this.byCaller.set(caller, used - 1);
    else this.byCaller.delete(caller);
  }
}
