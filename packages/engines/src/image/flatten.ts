import { type Plane, boxBlur } from './plane.js';
import type { Planes } from './shrink.js';

const ROUNDS = 3;
const WEIGHT_STEPS = 512;
/** Exponent at which a weight counts as nothing. */
const WEIGHT_END = 8;

/**
 * Smooths three planes inside their outlines, which stay: the recursive form of the domain transform (Gastal and Oliveira,
 * "Domain transform for edge-aware image and video processing", 2011).
 * @param reach Cells over which even tones run together.
 * @param contrast Sum of the channels' steps (0–1 each) that counts as an outline.
 */
export function flattened({ red, green, blue }: Planes, reach: number, contrast: number): Planes {
  const { width, height } = red;
  const planes = [red, green, blue].map(({ data }) => data.slice());
  // Outlines are looked for under a blur, so that noise is none.
  const seen = [red, green, blue].map((plane) => boxBlur(plane, 1).data);
  const across = distances(seen, width, height, 1, reach / contrast);
  const down = distances(seen, width, height, width, reach / contrast);
  for (let round = 1; round <= ROUNDS; round++) {
    const sigma = (reach * Math.sqrt(3) * 2 ** (ROUNDS - round)) / Math.sqrt(4 ** ROUNDS - 1);
    for (const [step, distance] of [
      [1, across],
      [width, down],
    ] as const) {
      sweep(planes, weightsOf(distance, sigma), width, height, step);
    }
  }
  const planeOfData = (data: Float32Array): Plane => ({ data, width, height });
  return { red: planeOfData(planes[0]!), green: planeOfData(planes[1]!), blue: planeOfData(planes[2]!) };
}

/** How far each cell is from the one before it: a step, and more by how much the colour changes. */
function distances(
  [red, green, blue]: Float32Array[],
  width: number,
  height: number,
  step: number,
  factor: number,
): Float32Array {
  const out = new Float32Array(width * height);
  for (let cell = step; cell < out.length; cell++) {
    const before = cell - step;
    const change =
      Math.abs(red![cell]! - red![before]!) +
      Math.abs(green![cell]! - green![before]!) +
      Math.abs(blue![cell]! - blue![before]!);
    out[cell] = 1 + factor * change;
  }
  return out;
}

function weightsOf(distance: Float32Array, sigma: number): Float32Array {
  const table = Float32Array.from({ length: WEIGHT_STEPS + 1 }, (_, step) =>
    Math.exp((-step / WEIGHT_STEPS) * WEIGHT_END),
  );
  const scale = (Math.SQRT2 / sigma / WEIGHT_END) * WEIGHT_STEPS;
  const weights = new Float32Array(distance.length);
  for (let cell = 0; cell < weights.length; cell++) {
    const at = distance[cell]! * scale;
    weights[cell] = at >= WEIGHT_STEPS ? 0 : table[at | 0]!;
  }
  return weights;
}

/** Forth and back along rows (`step` 1) or columns (`step` the width). */
function sweep(
  [red, green, blue]: Float32Array[],
  weights: Float32Array,
  width: number,
  height: number,
  step: number,
): void {
  const count = width * height;
  for (let cell = step; cell < count; cell++) {
    if (step === 1 && cell % width === 0) continue;
    const weight = weights[cell]!;
    const before = cell - step;
    red![cell]! += weight * (red![before]! - red![cell]!);
    green![cell]! += weight * (green![before]! - green![cell]!);
    blue![cell]! += weight * (blue![before]! - blue![cell]!);
  }
  for (let cell = count - 1 - step; cell >= 0; cell--) {
    if (step === 1 && (cell + 1) % width === 0) continue;
    const after = cell + step;
    const weight = weights[after]!;
    red![cell]! += weight * (red![after]! - red![cell]!);
    green![cell]! += weight * (green![after]! - green![cell]!);
    blue![cell]! += weight * (blue![after]! - blue![cell]!);
  }
}
