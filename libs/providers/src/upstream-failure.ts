import { OutboundError, type OutboundErrorCode } from '#libs/platform/outbound';
import { TaskFailure } from '#libs/tasks';

const MESSAGES = {
  rejected_content: 'The provider refused this content.',
  upstream_error: 'The provider could not do the work.',
  upstream_timeout: 'The provider did not finish in time.',
  upstream_outcome_unknown:
    'The provider may or may not have begun the work: its answer was lost, and ordering it again could do it twice.',
} as const;

/** Why a task of an upstream failed, in words that name no vendor. */
export type UpstreamFailureCode = keyof typeof MESSAGES;

/** The failure of a task by its reason. */
export function upstreamFailure(code: UpstreamFailureCode, cause?: unknown): TaskFailure {
  return new TaskFailure(code, MESSAGES[code], cause === undefined ? {} : { cause });
}

/** Statuses by which a vendor refuses what it was sent, rather than us. */
const CONTENT_REFUSALS: ReadonlySet<number> = new Set([400, 413, 415, 422, 451]);
/** What will be no better the next time. */
const UNUSABLE: ReadonlySet<OutboundErrorCode> = new Set([
  'url_refused',
  'address_refused',
  'too_large',
  'too_many_redirects',
]);

/**
 * What a failed call means for its task: a final failure, or nothing yet.
 * @returns Undefined when the call may succeed later.
 */
export function finalFailureOf(error: unknown): TaskFailure | undefined {
  if (!(error instanceof OutboundError) || error.retryable) return undefined;
  if (UNUSABLE.has(error.code)) return upstreamFailure('upstream_error', error);
  if (error.code !== 'bad_status') return undefined;
  return upstreamFailure(
    CONTENT_REFUSALS.has(error.status ?? 0) ? 'rejected_content' : 'upstream_error',
    error,
  );
}
