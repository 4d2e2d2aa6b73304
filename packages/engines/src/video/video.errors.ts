/** Why a video job failed. Stable: decide by these codes, never by the message. */
export type VideoErrorCode =
  | 'invalid_request'
  | 'image_unreadable'
  | 'image_too_large'
  | 'source_unreadable'
  | 'source_too_short'
  | 'source_too_long'
  | 'source_too_large'
  | 'no_video'
  | 'engine_crashed'
  | 'timed_out'
  | 'out_of_memory'
  | 'cancelled'
  | 'engine_closed';

/** A video job that produced nothing. `message` may be shown to the caller; `cause` may not. */
export class VideoEngineError extends Error {
  constructor(
    readonly code: VideoErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'VideoEngineError';
  }
}

/** The process of the job was ended from outside, by a person, by the system for lack of memory, or because it hung. */
export class VideoInterrupted extends VideoEngineError {}
