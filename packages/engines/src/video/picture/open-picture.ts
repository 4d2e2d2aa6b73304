import sharp, { type Sharp } from 'sharp';
import { IMAGE_MAX_PIXELS, shapeProblem } from '../../image/index.js';
import { VideoEngineError } from '../video.errors.js';

// One picture at a time: the encoder's threads already fill the cores.
sharp.concurrency(1);
sharp.cache(false);
// A vector file could pull other files in; only raster pictures are asked for.
sharp.block({ operation: ['VipsForeignLoadSvg', 'VipsForeignLoadPdf', 'VipsForeignLoadMagick'] });

/**
 * Opens a picture file and turns it upright; nothing is decoded yet.
 *
 * @param name how the picture is called in the message, such as `An image`.
 * @throws VideoEngineError `image_too_large`; other errors are the decoder's.
 */
export async function openPicture(path: string, name: string): Promise<Sharp> {
  // Asked before anything is unpacked: a few kilobytes can claim gigapixels.
  const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
  const problem = shapeProblem(width, height);
  if (problem) throw new VideoEngineError('image_too_large', `${name} ${problem}.`);
  return sharp(path, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' }).rotate();
}

/** The error for a picture that failed to open or to decode; an engine error is kept. */
export function unreadable(cause: unknown, name: string): VideoEngineError {
  if (cause instanceof VideoEngineError) return cause;
  return new VideoEngineError('image_unreadable', `${name} could not be decoded.`, { cause });
}
