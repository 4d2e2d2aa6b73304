import { type DomainError, type DomainErrorClass, defineErrors } from '#libs/platform/errors';
import { OutboundError } from '#libs/platform/outbound';
import { answerOf, isContentRefusal, type UpstreamOptions, upstreamFailure } from '#libs/media/providers';
import { TaskFailure } from '#libs/media/work';
import type { BadVendorStream } from './bad-vendor-stream.js';

const RETRY_AFTER_SECONDS = 5;

export const { MusicUpstreamFailed, MusicUpstreamBusy, MusicUpstreamTimeout, RejectedContent } = defineErrors(
  {
    /** The music vendor failed, refused or answered garbage before the stream began. */
    MusicUpstreamFailed: [502, 'The music service behind this one failed.'],
    /** The music vendor is busy, or paused after failures; nothing was charged. */
    MusicUpstreamBusy: [503, 'The music service behind this one is busy.'],
    MusicUpstreamTimeout: [504, 'The music service behind this one did not answer in time.'],
    RejectedContent: [400, 'The music service behind this one refused this request.'],
  },
);

export function failureOf(error: OutboundError | BadVendorStream, options: UpstreamOptions): TaskFailure {
  if (!(error instanceof OutboundError)) return vendorFailure(MusicUpstreamFailed, undefined, error);
  const said = error.code === 'bad_status' ? answerOf(error, options) : undefined;
  if (isContentRefusal(error)) return upstreamFailure('rejected_content', said, error);
  return vendorFailure(errorTypeOf(error), said, error);
}

/** The HTTP error for a task that failed before its stream began; undefined for other failures. */
export function errorOfFailure(code: string, message: string): DomainError | undefined {
  switch (code) {
    case MusicUpstreamBusy.definition.code:
      return new MusicUpstreamBusy(message, { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });
    case MusicUpstreamTimeout.definition.code:
      return new MusicUpstreamTimeout(message);
    case RejectedContent.definition.code:
      return new RejectedContent(message);
    default:
      return code.startsWith('upstream_') || code === MusicUpstreamFailed.definition.code
        ? new MusicUpstreamFailed(message)
        : undefined;
  }
}

function vendorFailure(type: DomainErrorClass, said: string | undefined, cause: Error): TaskFailure {
  const { code, summary } = type.definition;
  const message = said === undefined ? summary : `${summary.slice(0, -1)} (${said}).`;
  return new TaskFailure(code, message, { cause, loggedAs: summary });
}

function errorTypeOf(error: OutboundError): typeof MusicUpstreamFailed {
  if (error.code === 'timeout') return MusicUpstreamTimeout;
  const isBusy = error.code === 'circuit_open' || error.code === 'too_busy' || error.status === 429;
  return isBusy ? MusicUpstreamBusy : MusicUpstreamFailed;
}
