import { type Triple, labFromLinear, luminanceOf } from './colour.js';
import { type Plane, mapPlane } from './plane.js';
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
  return mapPlane(red, (value, cell) => luminanceOf(value, green.data[cell]!, blue.data[cell]!));
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
