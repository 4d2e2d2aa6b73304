import sharp from 'sharp';
import { boxBlur } from '../../image/index.js';
import type { Subject } from '../../sight/index.js';
import { cutOut, isBust, partToCut } from '../picture/cut-out.js';
import { bytesOf, type Glance, opened, readPicture } from '../picture/framed-picture.js';
import type { FrameSize } from '../picture/frame-size.js';
import type { Part } from '../picture/matte.js';
import { lightOf, spriteOf } from '../picture/sprite.js';
import { fromRgb, type YuvPicture } from '../picture/yuv-picture.js';
import type { Actor } from '../scene/ensemble-scene.js';
import { layOut } from '../scene/ensemble-layout.js';

/** More subjects would be too small. */
const MOST = 4;
/** A picture of which more is in front, or more surely, is not only a place. */
const PLACE_TRUST = 0.45;
const PLACE_FRONT = 0.7;
/** Pixels of a subject for each one that shows it, for a camera that comes nearer. */
const DETAIL = 1.25;
/** How much softer what lies behind is, as a share of its width. */
const SOFTNESS = 0.0022;
/** A place without its subject is only its colours: this many cells across, each a mean of so many around it. */
const COLOURS = { width: 64, height: 36 };
const COLOUR_REACH = 7;

export type Ensemble = { place: YuvPicture; actors: Actor[] };

type Cast = { path: string; glance: Glance; part: Part };

/**
 * Puts subjects that can be cut out together into the one picture without a subject, or into the colours around the first of them.
 * Undefined when that would leave out a picture, or show one badly.
 */
export async function ensembleOf(
  paths: readonly string[],
  glances: readonly Glance[],
  size: FrameSize,
): Promise<Ensemble | undefined> {
  const cast: Cast[] = [];
  const places: number[] = [];
  glances.forEach((glance, i) => {
    const part = partToCut(glance.subject);
    if (part) cast.push({ path: paths[i]!, glance, part });
    else places.push(i);
  });
  const isCast = paths.length > 1 && cast.length > 0 && cast.length <= MOST && places.length <= 1;
  if (!isCast || !places.every((i) => isPlace(glances[i]!.subject))) return undefined;
  const [at] = places;
  const place =
    at === undefined ? await colours(cast[0]!, size) : await softened(paths[at]!, glances[at]!, size);
  return { place, actors: await actorsOf(cast, place, size) };
}

/** Whether a picture shows a place rather than a person or a thing that could not be cut out. */
function isPlace({ faces, trust, mask: { data } }: Subject): boolean {
  const front = data.reduce((sum, value) => sum + Number(value > 0.5), 0);
  return faces.length === 0 && trust < PLACE_TRUST && front < PLACE_FRONT * data.length;
}

async function actorsOf(cast: Cast[], place: YuvPicture, size: FrameSize): Promise<Actor[]> {
  const shapes = cast.map(({ glance: { source }, part }) => ({
    aspect: (part.width * source.width) / (part.height * source.height),
    isBust: isBust(part),
  }));
  const boxes = layOut(shapes, size.width / size.height);
  const light = lightOf(place.y, place.u, place.v);
  const actors: Actor[] = [];
  for (const [i, { path, glance, part }] of cast.entries()) {
    const box = boxes[i]!;
    const inner = {
      width: Math.max(8, Math.round(box.width * size.width * DETAIL)),
      height: Math.max(8, Math.round(box.height * size.height * DETAIL)),
    };
    const { data } = await bytesOf(
      (await opened(path))
        .extract(pixelsOf(part, glance.source))
        .resize(inner.width, inner.height, { fit: 'fill' }),
    );
    actors.push({
      sprite: spriteOf(cutOut(glance.subject, part, data, inner, box.y + box.height < 0.9), light),
      box,
    });
  }
  return actors;
}

function pixelsOf(part: Part, source: FrameSize) {
  const left = Math.floor(part.x * source.width);
  const top = Math.floor(part.y * source.height);
  const width = Math.max(1, Math.min(source.width - left, Math.round(part.width * source.width)));
  const height = Math.max(1, Math.min(source.height - top, Math.round(part.height * source.height)));
  return { left, top, width, height };
}

async function softened(path: string, glance: Glance, size: FrameSize): Promise<YuvPicture> {
  // A place may be cut anywhere.
  const subject = { ...glance.subject, faces: [], trust: 0 };
  const { detail } = await readPicture(path, size, { ...glance, subject });
  const { width, height } = detail;
  for (const [plane, scale] of [
    [detail.y, 1],
    [detail.u, 2],
    [detail.v, 2],
  ] as const) {
    const raw = { width: width / scale, height: height / scale, channels: 1 as const };
    const soft = sharp(plane, { raw }).blur(Math.max(0.5, (SOFTNESS * width) / scale));
    plane.set(await soft.toColourspace('b-w').raw().toBuffer());
  }
  return detail;
}

/** The colours around a subject, wide and soft, as in front of a photographer's canvas. */
async function colours({ path, glance: { subject } }: Cast, size: FrameSize): Promise<YuvPicture> {
  const { width, height } = COLOURS;
  const { data } = await bytesOf((await opened(path)).resize(width, height, { fit: 'fill' }));
  const mask = await sharp(Buffer.from(subject.mask.data.map((value) => 255 * value)), {
    raw: { width: subject.mask.width, height: subject.mask.height, channels: 1 },
  })
    .resize(width, height, { fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const weight = Float32Array.from(mask, (value) => (1 - value / 255) ** 4 + 1e-3);
  const soft = (data: Float32Array) =>
    boxBlur(boxBlur({ data, width, height }, COLOUR_REACH), COLOUR_REACH).data;
  const total = soft(weight);
  const out = new Uint8Array(data.length);
  for (let channel = 0; channel < 3; channel++) {
    const sums = soft(weight.map((value, i) => value * data[i * 3 + channel]!));
    for (let i = 0; i < sums.length; i++) out[i * 3 + channel] = sums[i]! / total[i]!;
  }
  const large = await bytesOf(
    sharp(out, { raw: { width, height, channels: 3 } }).resize(size.width, size.height, {
      fit: 'fill',
      kernel: 'cubic',
    }),
  );
  return fromRgb(large.data, size.width, size.height);
}
