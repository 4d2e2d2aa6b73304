import sharp, { type Sharp } from 'sharp';
import { type Box, findSubject } from '#libs/engines/sight';
import { onBackdrop } from './backdrop.js';
import type { FrameSize } from './frame-size.js';
import { frameFor, type Framing } from './framing.js';
import { openPicture, unreadable } from './open-picture.js';
import { fromRgb, type YuvPicture } from './yuv-picture.js';

const NAME = 'An image';
/** How much larger than the frame a picture is kept, for a camera that comes nearer and for sampling without loss. */
const DETAIL = 1.5;
/** Enough to find faces and subjects. */
const GLANCE_SIDE = 384;

/** A picture as a video shows it. */
export type FramedPicture = {
  /** The frame without any movement. */
  frame: YuvPicture;
  /** The same view with more pixels, to be sampled. */
  detail: YuvPicture;
  /** What a camera must not cut, as shares of the frame. */
  keep?: Box;
};

/**
 * Decodes a picture file and fits it to the frame: a crop that keeps heads and the subject, or on a backdrop.
 *
 * @throws VideoEngineError `image_unreadable` when it does not decode, `image_too_large` for a shape that is not taken.
 */
export async function readPicture(path: string, size: FrameSize): Promise<FramedPicture> {
  try {
    const fine = { width: even(size.width * DETAIL), height: even(size.height * DETAIL) };
    const { framing, source } = await framingOf(path, size);
    const detail = await drawn(path, framing, source, fine);
    const frame = await bytesOf(
      sharp(detail, { raw: { ...fine, channels: 3 } }).resize(size.width, size.height, {
        kernel: 'lanczos3',
      }),
    );
    return {
      frame: fromRgb(frame.data, size.width, size.height),
      detail: fromRgb(detail, fine.width, fine.height),
      ...(framing.keep && { keep: framing.keep }),
    };
  } catch (cause) {
    throw unreadable(cause, NAME);
  }
}

async function framingOf(
  path: string,
  { width, height }: FrameSize,
): Promise<{ framing: Framing; source: FrameSize }> {
  const { autoOrient } = await sharp(path, { limitInputPixels: false }).metadata();
  const small = await bytesOf(
    (await opened(path)).resize(GLANCE_SIDE, GLANCE_SIDE, { fit: 'inside', withoutEnlargement: true }),
  );
  const aspect = autoOrient.width / autoOrient.height / (width / height);
  return { framing: frameFor(aspect, await findSubject({ ...small, channels: 3 })), source: autoOrient };
}

async function drawn(
  path: string,
  { shown, place }: Framing,
  source: FrameSize,
  fine: FrameSize,
): Promise<Uint8Array> {
  const left = Math.min(source.width - 1, Math.round(shown.x * source.width));
  const top = Math.min(source.height - 1, Math.round(shown.y * source.height));
  const width = Math.max(1, Math.min(source.width - left, Math.round(shown.width * source.width)));
  const height = Math.max(1, Math.min(source.height - top, Math.round(shown.height * source.height)));
  const inner = { width: even(place.width * fine.width), height: even(place.height * fine.height) };
  const { data } = await bytesOf(
    (await opened(path))
      .extract({ left, top, width, height })
      .resize(inner.width, inner.height, { fit: 'fill', kernel: 'lanczos3' }),
  );
  return inner.width === fine.width && inner.height === fine.height ? data : onBackdrop(data, inner, fine);
}

async function opened(path: string): Promise<Sharp> {
  return (await openPicture(path, NAME)).flatten({ background: '#000' }).toColourspace('srgb');
}

async function bytesOf(picture: Sharp): Promise<{ data: Uint8Array } & FrameSize> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: threeChannels(data, info.channels), width: info.width, height: info.height };
}

/** A grey picture stays single-channel through sharp's raw output. */
function threeChannels(data: Buffer, channels: number): Uint8Array {
  if (channels === 3) return data;
  const rgb = new Uint8Array((data.length / channels) * 3);
  for (let i = 0; i < rgb.length; i++) rgb[i] = data[((i / 3) | 0) * channels]!;
  return rgb;
}

function even(value: number): number {
  return Math.max(2, 2 * Math.round(value / 2));
}
