import type { ChildEnd } from '../child/index.js';

/** Stable reasons an image job can fail for. */
export type ImageEngineErrorCode =
  | 'undecodable_image'
  | 'image_too_large'
  | 'image_engine_busy'
  | 'image_engine_failed'
  | 'engine_crashed'
  | 'timed_out';

/** Base of every error the engine rejects with, aborts aside. The message may be shown to the caller. */
export abstract class ImageEngineError extends Error {
  abstract readonly code: ImageEngineErrorCode;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The bytes are not a whole, sound picture of a format the engine reads. */
export class UndecodableImage extends ImageEngineError {
  readonly code = 'undecodable_image';
}

/** The file has too many bytes, or the picture too many pixels, in all or along a side. */
export class ImageTooLarge extends ImageEngineError {
  readonly code = 'image_too_large';
}

/** The waiting line is full, or the engine has been closed. Trying later is safe. */
export class ImageEngineBusy extends ImageEngineError {
  readonly code = 'image_engine_busy';
}

/** An internal fault; the cause is for the log only. */
export class ImageEngineFailed extends ImageEngineError {
  readonly code = 'image_engine_failed';
}

/** The process that worked on the picture ended. */
export class ImageEngineCrashed extends ImageEngineError {
  readonly code = 'engine_crashed';
}

/** That process was ended from outside, by a person, by the system for lack of memory, or because it hung. */
export class ImageInterrupted extends ImageEngineError {
  constructor(
    readonly code: 'engine_crashed' | 'timed_out',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The job took too long. */
class ImageTimedOut extends ImageEngineError {
  readonly code = 'timed_out';
}

/** Restores an error that a child reported as code and message, because classes do not survive the transfer. */
export function imageEngineErrorOf(code: string, message: string, options: ErrorOptions): ImageEngineError {
  switch (code) {
    case 'undecodable_image':
      return new UndecodableImage(message, options);
    case 'image_too_large':
      return new ImageTooLarge(message, options);
    default:
      return new ImageEngineFailed(message, options);
  }
}

/** The error for a child that gave no answer. */
export function errorOfEnd(end: ChildEnd, options: ErrorOptions): ImageEngineError {
  switch (end) {
    case 'killed':
      return new ImageInterrupted('engine_crashed', CRASHED, options);
    case 'stalled':
      return new ImageInterrupted('timed_out', 'The work on the image stood still and was stopped.', options);
    case 'out_of_memory':
      return new ImageTooLarge(NEEDS_TOO_MUCH, options);
    case 'timed_out':
      return new ImageTimedOut('The work on the image took too long and was stopped.', options);
    case 'cancelled':
      return new ImageEngineBusy('The image engine is shutting down.', options);
    case 'crashed':
      return new ImageEngineCrashed(CRASHED, options);
  }
}

/** Used before the work starts and after it has failed. */
export const NEEDS_TOO_MUCH =
  'The image needs more memory than one picture may take. Send fewer pixels, or a plain JPEG or PNG.';

const CRASHED = 'The process that worked on the image ended unexpectedly.';
