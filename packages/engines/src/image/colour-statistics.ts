import { LINEAR_OF_BYTE, type Triple, clamp } from './colour.js';
import { type Raster, gridWithin } from './raster.js';
import { labCells, shrink } from './shrink.js';

/** Tone bands by which colour is measured, from black to white. */
const BANDS = 5;
const STATISTICS_GRID = 128;
/** Weight, in pixels, that pulls a thinly filled band to the whole picture's mean. */
const BAND_PRIOR = 100;

/** How a picture's colours are spread in L*a*b*. */
export type ColourStatistics = {
  /** L* of all pixels, ascending. */
  readonly tones: Float32Array;
  readonly mean: readonly [a: number, b: number];
  /** Variance of a*, covariance, variance of b*. */
  readonly spread: readonly [aa: number, ab: number, bb: number];
  /** Mean a* and b* of each tone band. */
  readonly bands: readonly (readonly [a: number, b: number])[];
};

/** Measures the visible pixels of a picture on a small copy. */
export function colourStatistics(raster: Raster): ColourStatistics {
  const colours = labCells(shrink(raster, gridWithin(raster, STATISTICS_GRID), LINEAR_OF_BYTE));
  const count = colours.length;
  const average = (pick: (colour: Triple) => number): number =>
    colours.reduce((sum, colour) => sum + pick(colour), 0) / count;
  const mean: [number, number] = [average((colour) => colour[1]), average((colour) => colour[2])];
  return {
    tones: Float32Array.from(colours, ([lightness]) => lightness).sort(),
    mean,
    spread: [
      average(([, a]) => (a - mean[0]) ** 2),
      average(([, a, b]) => (a - mean[0]) * (b - mean[1])),
      average(([, , b]) => (b - mean[1]) ** 2),
    ],
    bands: bandMeans(colours, mean),
  };
}

/** Mean a* and b* around a lightness, between the bands' centres. */
export function bandColour({ bands }: ColourStatistics, lightness: number): [number, number] {
  const at = clamp((lightness / 100) * BANDS - 0.5, 0, BANDS - 1);
  const lower = Math.min(BANDS - 2, Math.floor(at));
  const share = at - lower;
  const [below, above] = [bands[lower]!, bands[lower + 1]!];
  return [below[0] + (above[0] - below[0]) * share, below[1] + (above[1] - below[1]) * share];
}

function bandMeans(colours: Triple[], mean: readonly [number, number]): [number, number][] {
  const sums = Array.from({ length: BANDS }, () => ({
    a: mean[0] * BAND_PRIOR,
    b: mean[1] * BAND_PRIOR,
    count: BAND_PRIOR,
  }));
  for (const [lightness, a, b] of colours) {
    const band = sums[clamp(Math.floor((lightness / 100) * BANDS), 0, BANDS - 1)]!;
    band.a += a;
    band.b += b;
    band.count += 1;
  }
  return sums.map(({ a, b, count }) => [a / count, b / count]);
}
