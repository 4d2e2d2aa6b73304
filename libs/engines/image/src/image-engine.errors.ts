/** Stable reasons an image job can fail for. */
export type ImageEngineErrorCode =
  'undecodable_image' | 'image_too_large' | 'image_engine_busy' | 'image_engine_failed';

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

/** A fault of our own; the cause is for the log only. */
export class ImageEngineFailed extends ImageEngineError {
  readonly code = 'image_engine_failed';
}

/** Rebuilds an error that a worker thread sent as code and message: classes do not survive the crossing. */
export function imageEngineErrorOf(
  code: ImageEngineErrorCode,
  message: string,
  detail?: string,
): ImageEngineError {
  switch (code) {
    case 'undecodable_image':
      return new UndecodableImage(message);
    case 'image_too_large':
      return new ImageTooLarge(message);
    case 'image_engine_busy':
      return new ImageEngineBusy(message);
    case 'image_engine_failed':
      return new ImageEngineFailed(message, { cause: detail });
  }
}
