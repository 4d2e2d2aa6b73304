import { OutboundError, type OutboundErrorCode } from '#libs/platform/outbound';
import { TaskFailure, UncertainOutcome } from '#libs/tasks';
import { isContentRefusal } from './content-refusal.js';
import type { UpstreamOptions } from './upstream-options.js';
import { GarbledVendorReply, UnusableResult } from './vendor-task-api.js';
import { vendorWords } from './vendor-words.js';

const MESSAGES = {
  rejected_content: 'The provider refused this content',
  upstream_error: 'The provider could not do the work',
  upstream_timeout: 'The provider did not finish in time',
} as const;

export { isContentRefusal };

/** What is said of work that nobody knows of whether it is done. */
const UNCERTAIN = {
  upstream_interrupted:
    'The stream of the provider broke off on our side: the work may be done, and ordering it again could do it twice',
  upstream_outcome_unknown:
    'The provider may or may not have begun the work: its answer was lost, and ordering it again could do it twice',
} as const;

/** Why a task of an upstream failed, in words that name no vendor. */
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

/** What a vendor may have done, which nobody can tell. */
export function uncertainOutcome(code: keyof typeof UNCERTAIN, cause?: unknown): UncertainOutcome {
  return new UncertainOutcome(code, `${UNCERTAIN[code]}.`, cause === undefined ? {} : { cause });
}

/** Statuses of a refusal that may be about the moment, or about an order that was sent before. */
const UNDECIDED: ReadonlySet<number> = new Set([408, 409, 425]);
/** By these somebody between us and the vendor says that it heard nothing from there. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 504]);
/** What will be no better the next time. */
const UNUSABLE: ReadonlySet<OutboundErrorCode> = new Set([
  'url_refused',
  'address_refused',
  'too_large',
  'too_many_redirects',
]);

/** A failure of a call to a vendor. */
export type VendorFailure = OutboundError | GarbledVendorReply;

/** Whether the error is about what happened at the vendor, or on the way there. */
export function isVendorFailure(error: unknown): error is VendorFailure {
  return error instanceof OutboundError || error instanceof GarbledVendorReply;
}

/** What a failed submission means for its task when it will go no better the next time; else undefined. */
export function finalFailureOf(error: VendorFailure, answer: string | null): TaskFailure | undefined {
  if (!(error instanceof OutboundError) || error.retryable) return undefined;
  if (isContentRefusal(error)) return upstreamFailure('rejected_content', answer, error);
  const isFinal = error.code === 'bad_status' || UNUSABLE.has(error.code);
  return isFinal ? upstreamFailure('upstream_error', answer, error) : undefined;
}

/** Whether the vendor said that it does not take an order. */
export function isRefusal(error: VendorFailure): boolean {
  if (!(error instanceof OutboundError) || error.code !== 'bad_status') return false;
  const { status = 0 } = error;
  return status >= 400 && status < 500 && !UNDECIDED.has(status);
}

/**
 * What a submission came to that the vendor cannot be asked about, when its answer is no use; undefined when it may be sent
 * again. An answer that makes no sense, or comes from a gateway, says nothing of whether the order was taken.
 */
export function lostSubmission(error: VendorFailure, answer: string): TaskFailure | undefined {
  if (error instanceof OutboundError) {
    if (error.code === 'aborted') return undefined;
    const final = finalFailureOf(error, answer);
    if (final) return final;
    if (error.code === 'bad_status' && !GATEWAY_STATUSES.has(error.status ?? 0))
      return upstreamFailure('upstream_error', answer, error);
  }
  return uncertainOutcome('upstream_outcome_unknown', error);
}

/** The failure of a task whose result names a file that can never be fetched; undefined for other failures. */
export function unusableFile(error: unknown, options: UpstreamOptions): TaskFailure | undefined {
  if (!(error instanceof OutboundError) || !UNUSABLE.has(error.code)) return undefined;
  return upstreamFailure('upstream_error', answerOf(error, options), error);
}

/** How far a vendor is with a task when a call for it fails: `repeated` submissions may have arrived before. */
export type SubmissionStage = 'new' | 'repeated' | 'accepted';

/**
 * Whether a failed call is repeated for as long as the task may take, or only some times. What may be paid for already is
 * not given up for a refusal of the moment, and neither is a vendor that asks for patience, or was not called at all.
 */
export function isWaitedFor(error: VendorFailure, stage: SubmissionStage): boolean {
  if (error instanceof GarbledVendorReply) return stage === 'accepted' && !(error instanceof UnusableResult);
  if (error.status === 429 || isOwnRefusal(error) || isInFlight(error)) return true;
  switch (stage) {
    case 'accepted':
      return true;
    case 'repeated':
      return !isContentRefusal(error) && !UNUSABLE.has(error.code);
    case 'new':
      return error.mayHaveArrived ? error.retryable : error.status === 503;
  }
}

/** What the vendor answered to a failed call, in a few words that callers may read. */
export function answerOf(error: VendorFailure, options: UpstreamOptions, vendorId?: string | null): string {
  if (!(error instanceof OutboundError) || error.code !== 'bad_status')
    return error.message.replace(/\.$/, '');
  const words = vendorWords(error.replyText(), options, vendorId);
  return `status ${error.status}${words === undefined ? '' : `: ${words}`}`;
}

/** By its answer to a repeated submission, a vendor works on the first one. */
function isInFlight({ status, retryAfterSeconds }: OutboundError): boolean {
  return status === 409 && retryAfterSeconds !== undefined;
}

/** Whether the vendor was not called at all. */
export function isOwnRefusal(error: VendorFailure): boolean {
  return error instanceof OutboundError && (error.code === 'circuit_open' || error.code === 'too_busy');
}
