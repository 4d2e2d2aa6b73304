import { OutboundError } from '#libs/platform/outbound';
import { RefusedByVendor, type VendorRefusal } from '../terms/vendor-refusal.js';

/** Statuses with which a vendor refuses a key: exhausted, unpaid or unknown. */
const LIMITS: ReadonlySet<number> = new Set([401, 402, 429]);
const OF_KEY: ReadonlySet<VendorRefusal> = new Set(['balance', 'busy', 'key']);
/** How long a key rests when the vendor states no time: after too many requests, and otherwise. */
const TOO_FAST_SECONDS = 30;
const REFUSED_SECONDS = 600;

/** The vendor refused a key, and another one is available: the order was not accepted, and may be sent with that one. */
export class KeyLimited extends OutboundError {
  constructor({ status }: OutboundError) {
    super('too_busy', 'The upstream service limits a key; the next one is used.', {
      ...(status === undefined ? {} : { reason: `status ${status}` }),
      retryAfterSeconds: 0,
    });
  }
}

/**
 * How long a key rests after a failed call, and whether the vendor refuses it and does not only limit it; undefined when
 * the failure has nothing to do with the key.
 */
export function restAfter(error: unknown): { seconds: number; isRefused: boolean } | undefined {
  if (!(error instanceof OutboundError) || error.code !== 'bad_status') return undefined;
  const isOfKey =
    error instanceof RefusedByVendor ? OF_KEY.has(error.refusal) : LIMITS.has(error.status ?? 0);
  if (!isOfKey) return undefined;
  const isBusy = error instanceof RefusedByVendor ? error.refusal === 'busy' : error.status === 429;
  const seconds = error.retryAfterSeconds ?? (isBusy ? TOO_FAST_SECONDS : REFUSED_SECONDS);
  // Some vendors answer 403 to a single request.
  return { seconds, isRefused: !isBusy && error.status !== 403 };
}
