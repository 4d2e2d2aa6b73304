import { OutboundError, type OutboundErrorCode } from '#libs/platform/outbound';
import { TaskFailure, UncertainOutcome } from '#libs/media/work';
import { isContentRefusal, RefusedByVendor, type VendorRefusal } from '../terms/vendor-refusal.js';
import type { UpstreamOptions } from '../terms/upstream-options.js';
import { GarbledVendorReply, UnusableResult } from '../adapters/vendor-adapter.js';
import { namedForOperators, vendorWords } from './vendor-words.js';

const MESSAGES = {
  rejected_content: 'The provider refused this content',
  upstream_error: 'The provider could not do the work',
  upstream_timeout: 'The provider did not finish in time',
} as const;

export { isContentRefusal };

const UNCERTAIN = {
  upstream_interrupted:
    'The stream of the provider broke off on our side: the work may be done, and ordering it again could do it twice',
  upstream_outcome_unknown:
    'The provider may or may not have begun the work: its answer was lost, and ordering it again could do it twice',
} as const;

/** Why a task at a vendor failed, without naming the vendor. */
export type UpstreamFailureCode = keyof typeof MESSAGES;

/**
 * The failure of a task by its reason.
 * @param said What the vendor said, fit for callers.
 */
export function upstreamFailure(
  code: UpstreamFailureCode,
  said?: string | null,
  cause?: unknown,
): TaskFailure {
  const loggedAs = `${MESSAGES[code]}.`;
  const message = said ? `${MESSAGES[code]} (${said}).` : loggedAs;
  return new TaskFailure(code, message, { loggedAs, ...(cause === undefined ? {} : { cause }) });
}

/** The failure of a task whose vendor accepted it, and could not do it. */
export function failureOfWork(
  { refusal, said }: { refusal?: VendorRefusal | undefined; said?: unknown },
  options: UpstreamOptions,
  vendorId: string | null,
): TaskFailure {
  if (refusal !== undefined && refusal !== 'content') return upstreamFailure('upstream_error');
  const words = vendorWords(said, options, vendorId);
  return upstreamFailure(refusal === 'content' ? 'rejected_content' : 'upstream_error', words);
}

/** The vendor did the work, and what it made cannot be fetched. */
export const LOST_RESULT = {
  errorCode: 'upstream_result_lost',
  errorMessage:
    'The provider did the work, but what it made is lost. The task costs nothing; order it again.',
};

/** The vendor may have done the work; it cannot be found out. */
export function uncertainOutcome(code: keyof typeof UNCERTAIN, cause?: unknown): UncertainOutcome {
  return new UncertainOutcome(code, `${UNCERTAIN[code]}.`, cause === undefined ? {} : { cause });
}

/** Failures that will recur on every attempt. */
const UNUSABLE: ReadonlySet<OutboundErrorCode> = new Set([
  'url_refused',
  'address_refused',
  'too_large',
  'too_many_redirects',
]);

export type VendorFailure = OutboundError | GarbledVendorReply;

/** Whether the error happened at the vendor, or on the way there. */
export function isVendorFailure(error: unknown): error is VendorFailure {
  return error instanceof OutboundError || error instanceof GarbledVendorReply;
}

/** The failure of a task whose submission will fail again; undefined when a retry may help. */
export function finalFailureOf(error: VendorFailure, answer: string | null): TaskFailure | undefined {
  if (!(error instanceof OutboundError) || error.retryable) return undefined;
  if (isContentRefusal(error)) return upstreamFailure('rejected_content', answer, error);
  // The vendor's words are about our configuration: its models, its prices.
  if (error instanceof RefusedByVendor) return upstreamFailure('upstream_error', undefined, error);
  const isFinal = error.code === 'bad_status' || UNUSABLE.has(error.code);
  return isFinal ? upstreamFailure('upstream_error', answer, error) : undefined;
}

/** The failure of a task by which an admin tries a vendor, in the vendor's own words; undefined where it may be taken later. */
export function failureOfTrial(error: VendorFailure, options: UpstreamOptions): TaskFailure | undefined {
  if (!(error instanceof RefusedByVendor) || error.retryable || isContentRefusal(error)) return undefined;
  return upstreamFailure('upstream_error', answerOf(error, namedForOperators(options)), error);
}

/** The failure of a task whose result names a file that can never be fetched; undefined for other failures. */
export function unusableFile(error: unknown, options: UpstreamOptions): TaskFailure | undefined {
  if (!(error instanceof OutboundError) || !UNUSABLE.has(error.code)) return undefined;
  return upstreamFailure('upstream_error', answerOf(error, options), error);
}

/** How far a vendor is with an order when a call for it fails: it certainly has none, may have it, or has accepted it. */
export type OrderStage = 'not_taken' | 'doubtful' | 'taken';

/**
 * Whether a failed call is repeated for as long as the task may take, or only a limited number of times. Work that
 * may be paid for already is not given up for a temporary refusal, nor because the vendor asks to wait, nor because
 * it was not called at all.
 */
export function isWaitedFor(error: VendorFailure, stage: OrderStage): boolean {
  switch (stage) {
    case 'not_taken':
      return error instanceof OutboundError && (isBusy(error) || isOwnRefusal(error));
    case 'doubtful':
      return !isContentRefusal(error);
    case 'taken':
      return !(error instanceof UnusableResult);
  }
}

function isBusy(error: OutboundError): boolean {
  return error instanceof RefusedByVendor ? error.refusal === 'busy' : error.status === 429;
}

/** What the vendor answered to a failed call, briefly and fit for callers. */
export function answerOf(error: VendorFailure, options: UpstreamOptions, vendorId?: string | null): string {
  if (!(error instanceof OutboundError) || error.code !== 'bad_status')
    return error.message.replace(/\.$/, '');
  const words = vendorWords(error.replyText(), options, vendorId);
  return `status ${error.status}${words === undefined ? '' : `: ${words}`}`;
}

/** What happened in a failed call, in the vendor's own words where it said any. */
export function wordsForOperators(error: unknown, options: UpstreamOptions): string | undefined {
  if (isVendorFailure(error)) return answerOf(error, namedForOperators(options));
  return error instanceof TaskFailure ? error.message : undefined;
}

export function isOwnRefusal(error: VendorFailure): boolean {
  return error instanceof OutboundError && (error.code === 'circuit_open' || error.code === 'too_busy');
}
