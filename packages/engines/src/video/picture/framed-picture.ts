import sharp, { type Sharp } from 'sharp';
import { type Box, findSubject, type Subject } from '../../sight/index.js';
import { DEPTH_COLUMNS, DEPTH_ROWS } from '../motion/depth-guess.js';
import { onBackdrop } from './backdrop.js';
import type { FrameSize } from './frame-size.js';
import { frameFor, type Framing, inFrame, isCrop, TRUSTED, wholeOn } from './framing.js';
import { openPicture, unreadable } from './open-picture.js';
import { fromRgb, type YuvPicture } from './yuv-picture.js';

const NAME = 'An image';
/** How much larger than the frame a picture is kept, for a camera that comes nearer and for sampling without loss. */
const DETAIL = 1.5;
/** Enough to find faces and subjects. */
const GLANCE_SIDE = 384;
const SAME_SHAPE = 0.02;

/** A picture as a video shows it. */
export type FramedPicture = {
  /** The frame without any movement. */
  frame: YuvPicture;
  /** The same view with more pixels, to be sampled. */
  detail: YuvPicture;
  /** What a camera must not cut, as shares of the frame. */
  keep?: Box;
  /** Where faces are in the frame. */
  faces: readonly Box[];
  /** How far each place of the frame belongs to the subject in front (0–1), on the raster of a depth guess. */
  front?: Float32Array;
};

/** What is known of a picture before it is drawn. */
export type Glance = { subject: Subject; source: FrameSize };

/**
 * Decodes picture files and fits them to the frame: by a crop that keeps heads and the subject, or on a backdrop.
 *
 * @throws VideoEngineError `image_unreadable` when one does not decode, `image_too_large` for a shape that is not taken.
 */
export async function readPictures(paths: string[], size: FrameSize): Promise<FramedPicture[]> {
  try {
    const framed: Framed[] = [];
    for (const path of paths) framed.push(await framingOf(path, size));
    const pictures: FramedPicture[] = [];
    for (const each of alike(framed)) pictures.push(await readFramed(each, size));
    return pictures;
  } catch (cause) {
    throw unreadable(cause, NAME);
  }
}

/** One picture, as `readPictures` does it. */
export async function readPicture(path: string, size: FrameSize, known?: Glance): Promise<FramedPicture> {
  try {
    return await readFramed(await framingOf(path, size, known), size);
  } catch (cause) {
    throw unreadable(cause, NAME);
  }
}

/** Finds the subject of a picture; errors as of `readPictures`. */
export async function glanceAt(path: string): Promise<Glance> {
  try {
    const { autoOrient } = await sharp(path, { limitInputPixels: false }).metadata();
    const small = await bytesOf(
      (await opened(path)).resize(GLANCE_SIDE, GLANCE_SIDE, { fit: 'inside', withoutEnlargement: true }),
    );
    return { subject: await findSubject({ ...small, channels: 3 }), source: autoOrient };
  } catch (cause) {
    throw unreadable(cause, NAME);
  }
}

type Framed = {
  path: string;
  framing: Framing;
  source: FrameSize;
  subject: Subject;
  /** Width to height of the picture, divided by that of the frame. */
  aspect: number;
};

/** Pictures of one shape are framed alike, as they may be two views of one scene. */
function alike(pictures: Framed[]): Framed[] {
  const [first] = pictures;
  const areOfOneShape = pictures.every(({ aspect }) => Math.abs(aspect / first!.aspect - 1) < SAME_SHAPE);
  if (!areOfOneShape || pictures.every(({ framing }) => isCrop(framing))) return pictures;
  return pictures.map((each) => ({ ...each, framing: wholeOn(each.aspect, each.framing) }));
}

async function framingOf(path: string, { width, height }: FrameSize, known?: Glance): Promise<Framed> {
  const { subject, source } = known ?? (await glanceAt(path));
  const aspect = source.width / source.height / (width / height);
  return { path, framing: frameFor(aspect, subject), source, subject, aspect };
}

async function readFramed(
  { path, framing, source, subject }: Framed,
  size: FrameSize,
): Promise<FramedPicture> {
  const fine = { width: even(size.width * DETAIL), height: even(size.height * DETAIL) };
  const detail = await drawn(path, framing, source, fine);
  const frame = await bytesOf(
    sharp(detail, { raw: { ...fine, channels: 3 } }).resize(size.width, size.height, { kernel: 'lanczos3' }),
  );
  return {
    frame: fromRgb(frame.data, size.width, size.height),
    detail: fromRgb(detail, fine.width, fine.height),
    faces: subject.faces.map(({ box }) => inFrame(box, framing.shown, framing.place)),
    ...(framing.keep && { keep: framing.keep }),
    ...(subject.trust >= TRUSTED && { front: frontOf(subject, framing) }),
  };
}

/** The subject's outline as it lies in the frame. */
function frontOf({ mask: { data, width, height } }: Subject, { shown, place }: Framing): Float32Array {
  return Float32Array.from({ length: DEPTH_COLUMNS * DEPTH_ROWS }, (_, i) => {
    const u = ((i % DEPTH_COLUMNS) + 0.5) / DEPTH_COLUMNS;
    const v = (Math.floor(i / DEPTH_COLUMNS) + 0.5) / DEPTH_ROWS;
    const x = shown.x + ((u - place.x) / place.width) * shown.width;
    const y = shown.y + ((v - place.y) / place.height) * shown.height;
    const isInside = x >= 0 && x < 1 && y >= 0 && y < 1;
    return isInside ? data[Math.floor(y * height) * width + Math.floor(x * width)]! : 0;
  });
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

export async function opened(path: string): Promise<Sharp> {
  return (await openPicture(path, NAME)).flatten({ background: '#000' }).toColourspace('srgb');
}

export async function bytesOf(picture: Sharp): Promise<{ data: Uint8Array } & FrameSize> {
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
