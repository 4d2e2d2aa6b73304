import type { YuvPicture } from '../picture/yuv-picture.js';
import { type PyramidLevel, pyramid } from './luma-pyramid.js';

/** How a whole view moves, grows and turns about its middle; lengths are shares of the picture's width. */
export type CameraMotion = {
  x: number;
  y: number;
  /** Above 0 the camera comes nearer. */
  growth: number;
  /** In radians. */
  turn: number;
};

export const STILL: CameraMotion = { x: 0, y: 0, growth: 0, turn: 0 };

const STEPS = 8;
/** Finer levels show no more of the motion of a whole view, and cost four times as much. */
const FINEST_WIDTH = 200;
/** A difference this many times the usual one belongs to something that moves independently. */
const OUTLIER = 2.5;
/** What a true fit leaves of the picture's contrast, at most. */
const UNEXPLAINED = 0.5;
/** A motion that takes away less than this share of the difference is noise. */
const LEAST_GAIN = 0.03;

/**
 * The motion that carries most of picture A to its place in picture B; `STILL` where no single motion does, as across a
 * cut. Least squares on the brightness itself from coarse to fine (Lucas and Kanade, 1981).
 */
export function cameraBetween(a: YuvPicture, b: YuvPicture): CameraMotion {
  const levelsB = pyramid(b);
  const levels = pyramid(a).map((level, i): Pair => ({ a: level, b: levelsB[i]! }));
  const used = levels.filter((level, i) => i === 0 || level.a.width <= FINEST_WIDTH);
  let motion = STILL;
  for (const level of used) {
    for (let step = 0; step < STEPS; step++) motion = improved(level, motion);
  }
  const finest = used.at(-1)!;
  const left = meanDifference(finest, motion);
  const isTrue =
    left < UNEXPLAINED * contrastOf(finest.b) && left < (1 - LEAST_GAIN) * meanDifference(finest, STILL);
  return isTrue ? motion : STILL;
}

type Pair = {
  a: PyramidLevel;
  b: PyramidLevel;
};

/** One step of least squares: four numbers of the motion and one for a change of light. */
function improved(pair: Pair, motion: CameraMotion): CameraMotion {
  const { width } = pair.a;
  const scale = OUTLIER * meanDifference(pair, motion) + 1;
  const sums = new Float64Array(25);
  const right = new Float64Array(5);
  const row = new Float64Array(5);
  eachPixel(pair, motion, (x, y, error, slopeX, slopeY) => {
    row[0] = slopeX * width;
    row[1] = slopeY * width;
    row[2] = slopeX * x + slopeY * y;
    row[3] = slopeY * x - slopeX * y;
    row[4] = 1;
    const weight = 1 / (1 + (error / scale) ** 2) ** 2;
    for (let i = 0; i < 5; i++) {
      const value = weight * row[i]!;
      right[i]! -= value * error;
      for (let j = i; j < 5; j++) sums[i * 5 + j]! += value * row[j]!;
    }
  });
  const step = solved(sums, right);
  return {
    x: motion.x + step[0]!,
    y: motion.y + step[1]!,
    growth: motion.growth + step[2]!,
    turn: motion.turn + step[3]!,
  };
}

/**
 * Visits the places of A that B shows too.
 *
 * @param visit Takes the place from the middle in pixels, by how much B is brighter, and B's slopes there.
 */
function eachPixel(
  { a, b }: Pair,
  { x: shiftX, y: shiftY, growth, turn }: CameraMotion,
  visit: (x: number, y: number, error: number, slopeX: number, slopeY: number) => void,
): void {
  const { width, height } = a;
  for (let row = 1; row < height - 1; row++) {
    const y = row - (height - 1) / 2;
    for (let column = 1; column < width - 1; column++) {
      const x = column - (width - 1) / 2;
      const toX = column + shiftX * width + growth * x - turn * y;
      const toY = row + shiftY * width + growth * y + turn * x;
      if (!(toX >= 1 && toY >= 1 && toX < width - 2 && toY < height - 2)) continue;
      const i = (toY | 0) * width + (toX | 0);
      const right = toX - (toX | 0);
      const down = toY - (toY | 0);
      const [p, q, r, s] = [b.y[i]!, b.y[i + 1]!, b.y[i + width]!, b.y[i + width + 1]!];
      const value = (p + (q - p) * right) * (1 - down) + (r + (s - r) * right) * down;
      const slopeX = (q - p) * (1 - down) + (s - r) * down;
      const slopeY = (r - p) * (1 - right) + (s - q) * right;
      visit(x, y, value - a.y[row * width + column]!, slopeX, slopeY);
    }
  }
}

function meanDifference(pair: Pair, motion: CameraMotion): number {
  let sum = 0;
  let count = 0;
  eachPixel(pair, motion, (_x, _y, error) => {
    sum += Math.abs(error);
    count++;
  });
  return count === 0 ? Infinity : sum / count;
}

function contrastOf({ y }: PyramidLevel): number {
  const mean = y.reduce((sum, value) => sum + value, 0) / y.length;
  return y.reduce((sum, value) => sum + Math.abs(value - mean), 0) / y.length;
}

/** Solves five equations whose matrix is given by its upper triangle; what cannot be determined stays 0. */
function solved(upper: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const at = (i: number, j: number) => (i <= j ? i * size + j : j * size + i);
  const rows = Array.from({ length: size }, (_, i) =>
    Float64Array.from({ length: size + 1 }, (__, j) => (j === size ? right[i]! : upper[at(i, j)]!)),
  );
  for (let i = 0; i < size; i++) rows[i]![i]! += 1e-6 * upper[at(i, i)]! + 1e-9;
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < size; k++) {
      if (k === i) continue;
      const factor = rows[k]![i]! / rows[i]![i]!;
      for (let j = i; j <= size; j++) rows[k]![j]! -= factor * rows[i]![j]!;
    }
  }
  return Float64Array.from(rows, (row, i) => row[size]! / row[i]!);
}
