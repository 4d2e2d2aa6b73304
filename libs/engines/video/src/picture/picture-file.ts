import sharp from 'sharp';
import type { FrameSize } from './frame-size.js';
import { openPicture, unreadable } from './open-picture.js';
import { fromRgb, toRgb, type YuvPicture } from './yuv-picture.js';

const NAME = 'An image';
const COVER_QUALITY = 88;

// One picture at a time: the encoder's threads already fill the cores.
sharp.concurrency(1);
sharp.cache(false);
// A vector file could pull other files in; only raster pictures are asked for.
sharp.block({ operation: ['VipsForeignLoadSvg', 'VipsForeignLoadPdf', 'VipsForeignLoadMagick'] });

/**
 * Decodes a picture file and fits it to the frame: scaled to cover it, the rest cut off.
 *
 * @param keep `centre` cuts both sides alike; `attention` keeps what draws the eye.
 * @throws VideoEngineError `image_unreadable` when it does not decode, `image_too_large` for a shape that is not taken.
 */
export async function readPicture(
  path: string,
  { width, height }: FrameSize,
  keep: 'centre' | 'attention' = 'centre',
): Promise<YuvPicture> {
  try {
    const rgb = await (
      await openPicture(path, NAME)
    )
      .flatten({ background: '#000' })
      .toColourspace('srgb')
      .resize(width, height, { fit: 'cover', position: keep, kernel: 'lanczos3' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return fromRgb(threeChannels(rgb.data, rgb.info.channels), width, height);
  } catch (cause) {
    throw unreadable(cause, NAME);
  }
}

/** A grey picture stays single-channel through sharp's raw output. */
function threeChannels(data: Buffer, channels: number): Uint8Array {
  if (channels === 3) return data;
  const rgb = new Uint8Array((data.length / channels) * 3);
  for (let i = 0; i < rgb.length; i++) rgb[i] = data[((i / 3) | 0) * channels]!;
  return rgb;
}

/** Writes a picture as a JPEG file. */
export async function writeJpeg(picture: YuvPicture, path: string): Promise<void> {
  const { width, height } = picture;
  await sharp(toRgb(picture), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: COVER_QUALITY, mozjpeg: false })
    .toFile(path);
}
