import type { UpstreamOptions } from '../terms/upstream-options.js';
import type { VendorOrder } from './vendor-order.entity.js';

const MAX_POLL_SECONDS = 30;
/** The pause between polls grows by this share of the work's age. */
const POLL_GROWTH = 0.2;
/** For work that takes hours, such as off-peak tasks: five minutes after ten hours. */
const SLOW_POLL_GROWTH = 1 / 120;
const SLOW_POLL_SECONDS = 300;
/** So that the last poll comes just after the deadline, not just before it. */
const AFTER_DEADLINE_SECONDS = 0.1;

/**
 * How long to wait before the next step: longer for older work, and not past the deadline.
 * @param askedSeconds What the vendor asked for.
 */
export function pauseSeconds(
  { createdAt, deadlineAt }: VendorOrder,
  { pollSeconds }: Pick<UpstreamOptions, 'pollSeconds'>,
  askedSeconds = 0,
): number {
  const age = (Date.now() - createdAt.getTime()) / 1_000;
  const usual = Math.min(MAX_POLL_SECONDS, age * POLL_GROWTH);
  const slow = Math.min(SLOW_POLL_SECONDS, age * SLOW_POLL_GROWTH);
  const left = (deadlineAt.getTime() - Date.now()) / 1_000;
  return Math.max(
    0,
    Math.min(Math.max(askedSeconds, pollSeconds, usual, slow), left + AFTER_DEADLINE_SECONDS),
  );
}

export function isLate({ deadlineAt }: Pick<VendorOrder, 'deadlineAt'>): boolean {
  return Date.now() > deadlineAt.getTime();
}
