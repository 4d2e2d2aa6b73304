import { OutboundError } from '#libs/platform/outbound';
import { RefusedByVendor } from '../terms/vendor-refusal.js';
import type { UpstreamOptions } from '../terms/upstream-options.js';

/** Refusals that may be temporary, or about an earlier submission. */
const UNDECIDED: ReadonlySet<number> = new Set([408, 409, 425]);

/**
 * Whether a failed submission certainly made no order: it was not sent, or the vendor refused its key, its path or
 * its content. Anything else is doubtful, including 429 and 503: a vendor may answer these after it accepted the
 * order.
 */
export function isNotTaken(
  error: unknown,
  { isNotTakenOn429 }: Pick<UpstreamOptions, 'isNotTakenOn429'>,
): boolean {
  if (!(error instanceof OutboundError)) return false;
  if (!error.mayHaveArrived || error instanceof RefusedByVendor) return true;
  const { code, status = 0 } = error;
  if (code !== 'bad_status') return false;
  return status === 429 ? isNotTakenOn429 : status >= 400 && status < 500 && !UNDECIDED.has(status);
}
