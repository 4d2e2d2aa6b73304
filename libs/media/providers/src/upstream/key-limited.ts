import { OutboundError } from '#libs/platform/outbound';

/** What a vendor answers to a key that is used up, not paid for, or not known any more. */
const LIMITS: ReadonlySet<number> = new Set([401, 402, 429]);
/** How long a key rests when the vendor names no time: one that is too fast, and any other. */
const TOO_FAST_SECONDS = 30;
const REFUSED_SECONDS = 600;

/** The vendor refused a key, and another one is there: the order was not taken, and may be sent again with that one. */
export class KeyLimited extends OutboundError {
  constructor({ status }: OutboundError) {
    super('too_busy', 'The upstream service limits a key; the next one is used.', {
      ...(status === undefined ? {} : { reason: `status ${status}` }),
      retryAfterSeconds: 0,
    });
  }
}

/** For how long a key rests after a call that failed; undefined when that has nothing to do with the key. */
export function restSecondsAfter(error: unknown): number | undefined {
  if (!(error instanceof OutboundError) || error.code !== 'bad_status' || !LIMITS.has(error.status ?? 0))
    return undefined;
  return error.retryAfterSeconds ?? (error.status === 429 ? TOO_FAST_SECONDS : REFUSED_SECONDS);
}
