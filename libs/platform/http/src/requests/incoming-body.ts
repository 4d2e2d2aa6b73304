import type { Request } from 'express';
import type { DomainError } from '#libs/platform/errors';

/** Whether a body is kept in memory, or written to disk as it comes. */
export type BodyKind = 'held' | 'streamed';

export type IncomingBody = {
  /** Aborted with the error to throw when the body comes too slowly, or has to give way to others. */
  readonly signal: AbortSignal;
  /** As `signal`, where a call is enough: making a signal takes as long as reading a small body. */
  onStop(callback: (reason: DomainError) => void): void;
  readonly memory: {
    /** Says how much of it is in memory now. @throws RateLimited, Unavailable when that is too much. */
    hold(bytes: number): void;
    /** Says how large it will be. @throws RateLimited, Unavailable when there is no room for it at the moment. */
    announce(bytes: number): void;
  };
  /** How long to wait before more is read, in milliseconds, once `part` bytes have come, `bytes` in all. */
  pauseAfter(part: number, bytes: number): number;
};

/** Bounds the memory and the slowness of bodies; see `IncomingBodies`. */
export type BodyReceiver = {
  receive<T>(request: Request, kind: BodyKind, read: (body: IncomingBody) => Promise<T>): Promise<T>;
};
