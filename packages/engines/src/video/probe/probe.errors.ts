/** Why a file is not accepted as a video. Stable: decide by these codes, never by the message. */
export type ProbeErrorCode =
  | 'empty'
  | 'unsupported_container'
  | 'no_video'
  | 'no_duration'
  | 'corrupt'
  | 'too_complex'
  | 'unreadable'
  | 'timed_out'
  | 'cancelled'
  | 'engine_crashed';

/**
 * A file that is not a usable video, or that could not be examined (`isOurs`).
 * `message` may be shown to the caller; `cause` may not.
 */
export class ProbeError extends Error {
  constructor(
    readonly code: ProbeErrorCode,
    message: string = MESSAGES[code],
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ProbeError';
  }

  /** Whether the fault is the service's. */
  get isOurs(): boolean {
    return this.code === 'engine_crashed' || this.code === 'timed_out';
  }
}

const MESSAGES: Record<ProbeErrorCode, string> = {
  empty: 'The file is empty.',
  unsupported_container: 'The file is not an MP4, MOV, WebM, MKV, MPEG-TS, AVI or FLV video.',
  no_video: 'The file contains no video, or its end is missing.',
  no_duration: 'The duration of the video cannot be found.',
  corrupt: 'The video is damaged.',
  too_complex: 'The video cannot be examined with a reasonable amount of reading.',
  unreadable: 'The video could not be read.',
  timed_out: 'Examining the video took too long.',
  cancelled: 'Examining the video was cancelled.',
  engine_crashed: 'The process that examined the video ended unexpectedly.',
};
