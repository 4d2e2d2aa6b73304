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
    const { perUser, perAddress, perProcess } = this.settings;
    const caller = callerKey(request);
    const quota = user ? perUser : perAddress;
    const used = this.byCaller.get(caller) ?? 0;
    if (used >= quota)
      throw new RateLimited(
        `No more than ${quota} streams may be open at once. Close one first.`,
        RETRY_LATER,
      );
    if (this.open.size >= perProcess)
      throw new Unavailable('Too many streams are open. Come back in a moment.', RETRY_LATER);
    const stream = new AbortController();
    if (this.isEnding || response.destroyed) stream.abort();
    if (response.destroyed) return stream.signal;
    this.open.add(stream);
    this.byCaller.set(caller, used + 1);
    response.once('close', () => {
      this.open.delete(stream);
      this.release(caller);
      stream.abort();
    });
    return stream.signal;
  }

  /** Has every stream end, those that are still to come too. */
  endAll(): void {
    this.isEnding = true;
    for (const stream of this.open) stream.abort();
  }

  private release(caller: string): void {
    const used = this.byCaller.get(caller) ?? 0;
    if (used > 1) this.byCaller.set(caller, used - 1);
    else this.byCaller.delete(caller);
  }
}
