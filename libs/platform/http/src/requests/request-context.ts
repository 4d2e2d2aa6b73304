import { AsyncLocalStorage } from 'node:async_hooks';
import type { Response } from 'express';
import type { TransactionScope } from '#libs/platform/database';
import type { Naming } from '../names/names.js';
import type { BodyReceiver } from './incoming-body.js';

/** What belongs to the request that is being answered. */
export type RequestContext = {
  requestId: string;
  response: Response;
  bodies: BodyReceiver;
  /** Set where the caller may use the names of another service. */
  naming?: Naming;
  /** For how many seconds anybody may keep the reply; `private`: its caller alone may. */
  caching?: number | 'private';
  /** Set while the reply may serve later callers without a token. */
  keepReply?: (text: string, tag: string) => void;
  /** Set while a request with an `Idempotency-Key` waits for the digest of its streamed body. */
  beginWith?: (digest: Buffer) => Promise<RunningRequest>;
  /** Set while a request holds its `Idempotency-Key`. */
  running?: RunningRequest;
};

/** A request that holds its `Idempotency-Key`, until its reply is kept. */
export type RunningRequest = {
  /** What an earlier run of this request had begun when it broke off before its reply was kept. */
  readonly begunBefore: string | undefined;
  /** See `beginningNote`. */
  noteBegun(scope: TransactionScope, reference: string): Promise<void>;
  /** See `forgetBegun`. */
  forgetBegun(): void;
  /** The body of this reply is stored elsewhere: replays come from there. Call it before the first byte. */
  keepAs(kind: string, reference: string): Promise<void>;
};

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` as part of a request. */
export function runInRequest<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** The request being answered, or undefined in jobs and at start. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}

/** Sets a header of the reply from deep inside a use case; nothing happens outside of a request. */
export function setReplyHeader(name: string, value: string | number): void {
  const response = currentRequest()?.response;
  if (response && !response.headersSent) response.setHeader(name, String(value));
}
