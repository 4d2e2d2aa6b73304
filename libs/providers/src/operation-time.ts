import type { ProviderOperation } from './provider-operation.entity.js';
import { upstreamFailure } from './upstream-failure.js';
import type { UpstreamOptions } from './upstream-options.js';

const MAX_POLL_SECONDS = 30;
/** The pause between polls grows by this share of the work's age. */
const POLL_GROWTH = 0.2;
/** So that the last poll comes after the deadline, and not a moment before it. */
const AFTER_DEADLINE_SECONDS = 0.1;

/**
 * How long to wait before the next step: longer for older work, and not past the deadline.
 * @param askedSeconds What the vendor asked for.
 */
export function pauseSeconds(
  operation: ProviderOperation,
  { pollSeconds, deadlineSeconds }: UpstreamOptions,
  askedSeconds = 0,
): number {
  const age = ageSeconds(operation);
  const pause = Math.max(askedSeconds, pollSeconds, Math.min(MAX_POLL_SECONDS, age * POLL_GROWTH));
  return Math.max(0, Math.min(pause, deadlineSeconds - age + AFTER_DEADLINE_SECONDS));
}

/** @throws TaskFailure `upstream_timeout`, with the last answer, when the work has taken longer than it may. */
export function requireTime(operation: ProviderOperation, { deadlineSeconds }: UpstreamOptions): void {
  if (ageSeconds(operation) <= deadlineSeconds) return;
  const { lastAnswer } = operation;
  throw upstreamFailure('upstream_timeout', lastAnswer === null ? undefined : `last answer: ${lastAnswer}`);
}

function ageSeconds({ createdAt }: ProviderOperation): number {
  return (Date.now() - createdAt.getTime()) / 1000;
}
