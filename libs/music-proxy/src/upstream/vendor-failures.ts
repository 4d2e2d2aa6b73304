import { type DomainError, type DomainErrorClass, defineError } from '#libs/platform/errors';
import { OutboundError } from '#libs/platform/outbound';
import { answerOf, isContentRefusal, type UpstreamOptions, upstreamFailure } from '#libs/providers';
import { TaskFailure } from '#libs/tasks';
import type { BadVendorStream } from './bad-vendor-stream.js';

const RETRY_AFTER_SECONDS = 5;

/** The music vendor failed, refused or said nonsense before the stream began. */
export const MusicVendorFailed = defineError(
  'music_upstream_failed',
  502,
  'The music service behind this one failed.',
);
/** The music vendor is busy, or given a pause after failures; nothing was charged. */
export const MusicVendorBusy = defineError(
  'music_upstream_busy',
  503,
  'The music service behind this one is busy.',
);
/** The music vendor did not answer in time. */
export const MusicVendorSlow = defineError(
  'music_upstream_timeout',
  504,
  'The music service behind this one did not answer in time.',
);

/** The music vendor refuses what the caller sent. */
export const MusicRefused = defineError(
  'rejected_content',
  400,
  'The music service behind this one refused this request.',
);

/** What an outgoing call that failed means for the task. */
export function failureOf(error: OutboundError | BadVendorStream, options: UpstreamOptions): TaskFailure {
  if (!(error instanceof OutboundError)) return vendorFailure(MusicVendorFailed, undefined, error);
  const said = error.code === 'bad_status' ? answerOf(error, options) : undefined;
  if (isContentRefusal(error)) return upstreamFailure('rejected_content', said, error);
  return vendorFailure(errorTypeOf(error), said, error);
}

/** The HTTP error for a task that failed before its stream began; undefined for failures of another kind. */
export function errorOfFailure(code: string, message: string): DomainError | undefined {
  switch (code) {
    case MusicVendorBusy.definition.code:
      return new MusicVendorBusy(message, { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });
    case MusicVendorSlow.definition.code:
      return new MusicVendorSlow(message);
    case MusicRefused.definition.code:
      return new MusicRefused(message);
    default:
      return code.startsWith('upstream_') || code === MusicVendorFailed.definition.code
        ? new MusicVendorFailed(message)
        : undefined;
  }
}

function vendorFailure(type: DomainErrorClass, said: string | undefined, cause: Error): TaskFailure {
  const { code, summary } = type.definition;
  const message = said === undefined ? summary : `${summary.slice(0, -1)} (${said}).`;
  return new TaskFailure(code, message, { cause, loggedAs: summary });
}

function errorTypeOf(error: OutboundError): typeof MusicVendorFailed {
  if (error.code === 'timeout' || error.status === 504) return MusicVendorSlow;
  if (error.code === 'circuit_open' || error.code === 'too_busy') return MusicVendorBusy;
  return error.status === 429 || error.status === 503 ? MusicVendorBusy : MusicVendorFailed;
}
