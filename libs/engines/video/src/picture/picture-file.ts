import sharp, { type Sharp } from 'sharp';
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

/** How much larger than the frame a picture is kept, for a camera that comes nearer and for sampling without loss. */
const DETAIL = 1.5;

/** A picture as a video shows it. */
export type FramedPicture = {
  /** The frame without any movement. */
  frame: YuvPicture;
  /** The same view with more pixels, to be sampled. */
  detail: YuvPicture;
};

/**
 * Decodes a picture file and fits it to the frame: scaled to cover it, the rest cut off.
 *
 * @param keep `centre` cuts both sides alike; `attention` keeps what draws the eye.
 * @throws VideoEngineError `image_unreadable` when it does not decode, `image_too_large` for a shape that is not taken.
 */
export async function readPicture(
  path: string,
  size: FrameSize,
  keep: 'centre' | 'attention' = 'centre',
): Promise<FramedPicture> {
  try {
    const fine = { width: even(size.width * DETAIL), height: even(size.height * DETAIL) };
    const opened = (await openPicture(path, NAME)).flatten({ background: '#000' }).toColourspace('srgb');
    const detail = await pixelsOf(opened, fine, keep);
    const frame = await pixelsOf(sharp(detail, { raw: { ...fine, channels: 3 } }), size);
    return {
      frame: fromRgb(frame, size.width, size.height),
      detail: fromRgb(detail, fine.width, fine.height),
    };
  } catch (cause) {
    throw unreadable(cause, NAME);
  }
}

async function pixelsOf(
  picture: Sharp,
  { width, height }: FrameSize,
  keep: 'centre' | 'attention' = 'centre',
): Promise<Uint8Array> {
  const { data, info } = await picture
    .resize(width, height, { fit: 'cover', position: keep, kernel: 'lanczos3' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return threeChannels(data, info.channels);
}

function even(value: number): number {
  return 2 * Math.round(value / 2);
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
