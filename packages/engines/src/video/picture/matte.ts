import { boxBlur } from '../../image/index.js';
import type { Subject } from '../../sight/index.js';

type Mask = Subject['mask'];

/** Part of a picture, as shares of it. */
export type Part = { x: number; y: number; width: number; height: number };

/** Steps of brightness below this are texture, above it outlines that the matte follows. */
const OUTLINE = 0.05;
/** What is surely subject and surely not, of the smoothed mask: a little inside of the outline, where no backdrop shines through. */
const NOT_SUBJECT = 0.35;
const SUBJECT = 0.85;

/**
 * How much of each pixel belongs to the subject, 0-1: a coarse mask brought to the outlines of the picture by a guided filter
 * (He, Sun and Tang, 2013).
 *
 * @param rgb The part of the picture, three bytes a pixel.
 */
export function matteOf(
  mask: Mask,
  part: Part,
  rgb: Uint8Array,
  width: number,
  height: number,
): Float32Array {
  const coarse = enlarged(mask, part, width, height);
  const guide = Float32Array.from(
    coarse,
    (_, i) => (0.2126 * rgb[i * 3]! + 0.7152 * rgb[i * 3 + 1]! + 0.0722 * rgb[i * 3 + 2]!) / 255,
  );
  const cell = width / (mask.width * part.width);
  const radius = Math.max(2, Math.round(1.5 * cell));
  const mean = (data: Float32Array) => boxBlur({ data, width, height }, radius).data;
  const meanGuide = mean(guide);
  const meanMask = mean(coarse);
  const meanBoth = mean(coarse.map((value, i) => guide[i]! * value));
  const meanSquare = mean(guide.map((value) => value * value));
  const slope = coarse.map((_, i) => {
    const covariance = meanBoth[i]! - meanGuide[i]! * meanMask[i]!;
    return covariance / (meanSquare[i]! - meanGuide[i]! ** 2 + OUTLINE ** 2);
  });
  const meanSlope = mean(slope);
  const meanOffset = mean(slope.map((value, i) => meanMask[i]! - value * meanGuide[i]!));
  return coarse.map((value, i) => {
    const fine = meanSlope[i]! * guide[i]! + meanOffset[i]!;
    // Far inside and far outside the mask itself is right.
    const kept = value > 0.97 ? 1 : value < 0.03 ? 0 : fine;
    const along = Math.max(0, Math.min(1, (kept - NOT_SUBJECT) / (SUBJECT - NOT_SUBJECT)));
    return along * along * (3 - 2 * along);
  });
}

function enlarged({ data, width: across, height: down }: Mask, part: Part, width: number, height: number) {
  const out = new Float32Array(width * height);
  for (let row = 0, i = 0; row < height; row++) {
    const y = within((part.y + (part.height * (row + 0.5)) / height) * down - 0.5, down - 1);
    const top = Math.min(down - 2, Math.floor(y));
    for (let column = 0; column < width; column++, i++) {
      const x = within((part.x + (part.width * (column + 0.5)) / width) * across - 0.5, across - 1);
      const left = Math.min(across - 2, Math.floor(x));
      const n = top * across + left;
      const upper = data[n]! + (data[n + 1]! - data[n]!) * (x - left);
      const lower = data[n + across]! + (data[n + across + 1]! - data[n + across]!) * (x - left);
      out[i] = upper + (lower - upper) * (y - top);
    }
  }
  return out;
}

function within(value: number, limit: number): number {
  return value < 0 ? 0 : value > limit ? limit : value;
}
