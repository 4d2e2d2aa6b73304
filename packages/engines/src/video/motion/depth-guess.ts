import type { YuvPicture } from '../picture/yuv-picture.js';
import { shrink } from './luma-pyramid.js';
import { bilinear } from './motion-field.js';

export const DEPTH_COLUMNS = 32;
export const DEPTH_ROWS = 24;
const COLUMNS = DEPTH_COLUMNS;
const ROWS = DEPTH_ROWS;
const SMOOTHING = 5;
const FRONT_SMOOTHING = 2;
/** People draw the eye more than texture does. */
const SKIN_BONUS = 10;

/** What of a picture is likely near (1) or far (0), and where the eye goes. A guess. */
export type DepthGuess = {
  /** @param u, v Shares of the frame. */
  nearness(u: number, v: number): number;
  /** The centre of what draws the eye, as shares of the frame. */
  focus: { x: number; y: number };
};

/** How far the ground comes nearer from the top of a frame to its bottom: little, as upright things must not lean. */
const GROUND = 0.2;

/**
 * A subject in front is near, all of it equally, or a face would be distorted. The ground comes nearer towards the bottom.
 *
 * @param front The subject in front, on a raster of `DEPTH_COLUMNS` by `DEPTH_ROWS`, if known.
 */
export function guessDepth(picture: YuvPicture, front?: Float32Array): DepthGuess {
  const interest = normalised(smooth(interestMap(picture), SMOOTHING));
  const near = front && smooth(front, FRONT_SMOOTHING);
  const depth = interest.map((_, i) => {
    const ground = 0.5 + GROUND * (Math.floor(i / COLUMNS) / (ROWS - 1) - 0.5);
    return ground + (1 - ground) * (near?.[i] ?? 0);
  });
  return { nearness: (u, v) => sample(depth, u, v), focus: centroid(interest) };
}

function interestMap({ y, u, v, width, height }: YuvPicture): Float32Array {
  const fineColumns = COLUMNS * 4;
  const luma = shrink(y, width, height, fineColumns, ROWS * 4);
  const cb = shrink(u, width / 2, height / 2, COLUMNS, ROWS);
  const cr = shrink(v, width / 2, height / 2, COLUMNS, ROWS);
  const map = new Float32Array(COLUMNS * ROWS);
  for (let row = 1; row < ROWS * 4 - 1; row++) {
    for (let column = 1; column < fineColumns - 1; column++) {
      const i = row * fineColumns + column;
      const slope =
        Math.abs(luma[i + 1]! - luma[i - 1]!) + Math.abs(luma[i + fineColumns]! - luma[i - fineColumns]!);
      map[(row >> 2) * COLUMNS + (column >> 2)]! += slope / 16;
    }
  }
  return map.map(
    (value, i) =>
      value +
      0.2 * (Math.abs(cb[i]! - 128) + Math.abs(cr[i]! - 128)) +
      (isSkin(cb[i]!, cr[i]!) ? SKIN_BONUS : 0),
  );
}

/** The narrow band of hues that faces and hands of all shades have. */
function isSkin(cb: number, cr: number): boolean {
  return cb > 98 && cb < 124 && cr > 136 && cr < 164;
}

function smooth(map: Float32Array, passes: number): Float32Array {
  let from = map;
  for (let pass = 0; pass < passes; pass++) {
    const to = new Float32Array(from.length);
    for (let row = 0; row < ROWS; row++) {
      for (let column = 0; column < COLUMNS; column++) to[row * COLUMNS + column] = mean(from, column, row);
    }
    from = to;
  }
  return from;
}

function mean(map: Float32Array, column: number, row: number): number {
  let sum = 0;
  for (let dy = -1; dy <= 1; dy++) {
    const line = Math.max(0, Math.min(ROWS - 1, row + dy)) * COLUMNS;
    for (let dx = -1; dx <= 1; dx++) sum += map[line + Math.max(0, Math.min(COLUMNS - 1, column + dx))]!;
  }
  return sum / 9;
}

function normalised(map: Float32Array): Float32Array {
  const least = Math.min(...map);
  const range = Math.max(...map) - least;
  return map.map((value) => (range < 1e-6 ? 0.5 : (value - least) / range));
}

function centroid(interest: Float32Array): { x: number; y: number } {
  let sum = 1e-6;
  let x = 0.5e-6;
  let y = 0.5e-6;
  interest.forEach((value, i) => {
    const weight = value ** 3;
    sum += weight;
    x += (weight * ((i % COLUMNS) + 0.5)) / COLUMNS;
    y += (weight * (Math.floor(i / COLUMNS) + 0.5)) / ROWS;
  });
  return { x: x / sum, y: y / sum };
}

function sample(map: Float32Array, u: number, v: number): number {
  const x = Math.max(0, Math.min(COLUMNS - 1.001, u * COLUMNS - 0.5));
  const y = Math.max(0, Math.min(ROWS - 1.001, v * ROWS - 0.5));
  const i = Math.floor(y) * COLUMNS + Math.floor(x);
  return bilinear(map, i, COLUMNS, x - Math.floor(x), y - Math.floor(y));
}
