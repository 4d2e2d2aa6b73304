import { clamp } from './colour.js';
import { dithered } from './noise.js';
import type { Raster } from './raster.js';

/** Levels of 16 bits for one of 8 bits. */
const STEPS = 257;
const WHITE = 65_535;
const RADIUS = 3;
const WINDOW = 2 * RADIUS + 1;
/** Variance, in levels of 8 bits, below which a place counts as flat. */
const FLAT = 0.25;
/** Levels that a value may differ from what the job made: its rounding and its dither. */
const MOST = 1;

/** The 8-bit copy of 16-bit pixels, with a little noise: steps of 8 bits would be edges to a job. */
export function shallowPixels(
  deep: Uint16Array,
  { width, channels }: Omit<Raster, 'data'>,
): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(deep.length);
  const length = width * channels;
  for (let y = 0, start = 0; start < deep.length; y++, start += length) {
    for (let at = 0; at < length; at++) pixels[start + at] = shallowOf(deep[start + at]!, at, y, channels);
  }
  return pixels;
}

function shallowOf(value: number, at: number, y: number, channels: number): number {
  return clamp(Math.round(dithered(value / WHITE, Math.floor(at / channels), y)), 0, 255);
}

/**
 * Applies the change that a job made to the 8-bit copy of a picture to its 16-bit pixels, in place. Around each pixel the change
 * is a straight line of the old value (He et al., "Guided Image Filtering", 2010), so the fine steps of the old picture remain.
 * Alpha stays.
 */
export function deepenChange(deep: Uint16Array, changed: Raster): void {
  const { width, height, channels } = changed;
  const length = width * channels;
  const sums = new ColumnSums(length);
  /** Rows as they were, of the window. */
  const old = Array.from({ length: WINDOW }, () => new Uint16Array(length));
  const enter = (y: number): void => {
    const row = old[y % WINDOW]!;
    row.set(deep.subarray(y * length, (y + 1) * length));
    sums.add(row, changed, y, 1);
  };
  for (let y = 0; y < Math.min(RADIUS, height); y++) enter(y);
  for (let y = 0; y < height; y++) {
    if (y - RADIUS - 1 >= 0) sums.add(old[(y - RADIUS - 1) % WINDOW]!, changed, y - RADIUS - 1, -1);
    if (y + RADIUS < height) enter(y + RADIUS);
    const rows = Math.min(height - 1, y + RADIUS) - Math.max(0, y - RADIUS) + 1;
    deepenRow(deep, y * length, old[y % WINDOW]!, changed, sums, rows);
  }
}

/** Sums down the window's rows for each sample of a row: old value, change, and their products, in 8-bit levels. */
class ColumnSums {
  readonly old: Float64Array;
  readonly change: Float64Array;
  readonly square: Float64Array;
  readonly product: Float64Array;

  constructor(length: number) {
    this.old = new Float64Array(length);
    this.change = new Float64Array(length);
    this.square = new Float64Array(length);
    this.product = new Float64Array(length);
  }

  add(row: Uint16Array, { data, channels }: Raster, y: number, sign: 1 | -1): void {
    const start = y * row.length;
    for (let at = 0; at < row.length; at++) {
      const old = row[at]! / STEPS;
      // Against the 8-bit copy: where the job changed nothing, neither does this.
      const change = data[start + at]! - shallowOf(row[at]!, at, y, channels);
      this.old[at]! += sign * old;
      this.change[at]! += sign * change;
      this.square[at]! += sign * old * old;
      this.product[at]! += sign * old * change;
    }
  }
}

/** One long function on purpose: it runs for every pixel. */
function deepenRow(
  deep: Uint16Array,
  start: number,
  row: Uint16Array,
  { data, width, channels }: Raster,
  sums: ColumnSums,
  rows: number,
): void {
  for (let channel = 0; channel < 3; channel++) {
    let [old, change, square, product] = [0, 0, 0, 0];
    const add = (x: number, sign: 1 | -1): void => {
      const at = x * channels + channel;
      old += sign * sums.old[at]!;
      change += sign * sums.change[at]!;
      square += sign * sums.square[at]!;
      product += sign * sums.product[at]!;
    };
    for (let x = 0; x < Math.min(RADIUS, width); x++) add(x, 1);
    for (let x = 0; x < width; x++) {
      if (x - RADIUS - 1 >= 0) add(x - RADIUS - 1, -1);
      if (x + RADIUS < width) add(x + RADIUS, 1);
      const count = rows * (Math.min(width - 1, x + RADIUS) - Math.max(0, x - RADIUS) + 1);
      const meanOld = old / count;
      const meanChange = change / count;
      const variance = Math.max(0, square / count - meanOld * meanOld);
      const slope = (product / count - meanOld * meanChange) / (variance + FLAT);
      const at = x * channels + channel;
      const before = row[at]! / STEPS;
      const made = data[start + at]!;
      const value = before + meanChange + slope * (before - meanOld);
      deep[start + at] = clamp(clamp(value, made - MOST, made + MOST) * STEPS + 0.5, 0, WHITE);
    }
  }
}
