import sharp, { type Sharp } from 'sharp';
import { VideoEngineError } from '../video.errors.js';

const MAX_PIXELS = 50_000_000;

/**
 * Opens a picture file and turns it upright; nothing is decoded yet.
 *
 * @param name how the picture is called in the message, such as `An image`.
 * @throws VideoEngineError `image_too_large`; other errors are the decoder's.
 */
export async function openPicture(path: string, name: string): Promise<Sharp> {
  // Asked before anything is unpacked: a few kilobytes can claim gigapixels.
  const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
  if (width * height > MAX_PIXELS)
    throw new VideoEngineError('image_too_large', `${name} has more than ${MAX_PIXELS / 1e6} megapixels.`);
  return sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).rotate();
}

/** The error for a picture that failed to open or to decode: itself when it is ours already. */
export function unreadable(cause: unknown, name: string): VideoEngineError {
  if (cause instanceof VideoEngineError) return cause;
  return new VideoEngineError('image_unreadable', `${name} could not be decoded.`, { cause });
}
