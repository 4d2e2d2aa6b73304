import { LINEAR_OF_TONE, TONE_STEPS, type Triple, labFromLinear, luminanceOf } from './colour.js';
import type { Plane } from './plane.js';
import type { Raster } from './raster.js';

/** Three planes of one small grid. */
export type Planes = {
  readonly red: Plane;
  readonly green: Plane;
  readonly blue: Plane;
};

/**
 * Averages the picture down to a small grid, each byte read through `valueOf` first (linear light or plain units).
 * Transparent pixels do not count; a cell without any visible pixel takes the average of the whole picture.
 */
export function shrink(
  raster: Raster,
  grid: { width: number; height: number },
  valueOf: Float32Array,
): Planes {
  const { width, height } = grid;
  const sums = [0, 1, 2].map(() => new Float32Array(width * height));
  const weights = new Float32Array(width * height);
  sumCells(raster, grid, valueOf, sums, weights);
  const [red, green, blue] = sums.map((sum) => ({ data: averaged(sum, weights), width, height }));
  return { red: red!, green: green!, blue: blue! };
}

/** Averages encoded planes down to a smaller grid in linear light. */
export function shrinkToLinear(
  { red, green, blue }: Planes,
  { width, height }: { width: number; height: number },
): Planes {
  const columnOf = Uint32Array.from({ length: red.width }, (_, x) => Math.floor((x * width) / red.width));
  const sums = [0, 1, 2].map(() => new Float32Array(width * height));
  const counts = new Float32Array(width * height);
  const [reds, greens, blues] = sums;
  for (let y = 0, at = 0; y < red.height; y++) {
    const start = Math.floor((y * height) / red.height) * width;
    for (let x = 0; x < red.width; x++, at++) {
      const cell = start + columnOf[x]!;
      reds![cell]! += LINEAR_OF_TONE[(red.data[at]! * TONE_STEPS + 0.5) | 0]!;
      greens![cell]! += LINEAR_OF_TONE[(green.data[at]! * TONE_STEPS + 0.5) | 0]!;
      blues![cell]! += LINEAR_OF_TONE[(blue.data[at]! * TONE_STEPS + 0.5) | 0]!;
      counts[cell]! += 1;
    }
  }
  const planes = sums.map((sum) => ({ data: averaged(sum, counts), width, height }));
  return { red: planes[0]!, green: planes[1]!, blue: planes[2]! };
}

/** Divides each cell by its weight, in place. */
function averaged(sums: Float32Array, weights: Float32Array): Float32Array {
  let whole = 0;
  let total = 0;
  for (let cell = 0; cell < sums.length; cell++) {
    whole += sums[cell]!;
    total += weights[cell]!;
  }
  const average = total === 0 ? 0 : whole / total;
  for (let cell = 0; cell < sums.length; cell++) {
    sums[cell] = weights[cell]! > 0 ? sums[cell]! / weights[cell]! : average;
  }
  return sums;
}

function sumCells(
  { data, width, height, channels }: Raster,
  grid: { width: number; height: number },
  valueOf: Float32Array,
  [reds, greens, blues]: Float32Array[],
  weights: Float32Array,
): void {
  const columnOf = Uint32Array.from({ length: width }, (_, x) => Math.floor((x * grid.width) / width));
  let pixel = 0;
  for (let y = 0; y < height; y++) {
    const start = Math.floor((y * grid.height) / height) * grid.width;
    for (let x = 0; x < width; x++, pixel += channels) {
      const cell = start + columnOf[x]!;
      const weight = channels === 4 ? data[pixel + 3]! / 255 : 1;
      reds![cell]! += valueOf[data[pixel]!]! * weight;
      greens![cell]! += valueOf[data[pixel + 1]!]! * weight;
      blues![cell]! += valueOf[data[pixel + 2]!]! * weight;
      weights[cell]! += weight;
    }
  }
}

/** Luminance of linear planes, or luma of encoded ones. */
export function luminancePlane({ red, green, blue }: Planes): Plane {
  const data = new Float32Array(red.data.length);
  for (let cell = 0; cell < data.length; cell++) {
    data[cell] = luminanceOf(red.data[cell]!, green.data[cell]!, blue.data[cell]!);
  }
  return { data, width: red.width, height: red.height };
}

/** The same change to all three planes. */
export function mapPlanes(planes: Planes, change: (plane: Plane) => Plane): Planes {
  return { red: change(planes.red), green: change(planes.green), blue: change(planes.blue) };
}

/** L*a*b* of every cell of linear planes. */
export function labCells({ red, green, blue }: Planes): Triple[] {
  return Array.from(red.data, (value, cell) => {
    const colour: Triple = [value, green.data[cell]!, blue.data[cell]!];
    labFromLinear(colour);
    return colour;
  });
}
