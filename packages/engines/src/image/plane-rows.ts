import type { Checkpoint } from './image-job.js';
import type { Plane } from './plane.js';
import type { Raster } from './raster.js';

const ROWS_PER_CHECK = 32;

/**
 * Reads a small plane, enlarged bilinearly to the picture's size, one row at a time. The enlarged plane never exists as a whole,
 * which limits the memory of a large picture.
 * @returns The values of a picture row; the next call overwrites the array.
 */
function rowsOf(plane: Plane, width: number, height: number): (y: number) => Float32Array {
  const places = Float64Array.from({ length: width }, (_, x) => position(x, width, plane.width));
  const left = Uint32Array.from(places, Math.floor);
  const right = left.map((column) => Math.min(plane.width - 1, column + 1));
  const share = Float32Array.from(places, (place, x) => place - left[x]!);
  const between = new Float32Array(plane.width);
  const row = new Float32Array(width);
  return (y) => {
    const at = position(y, height, plane.height);
    const upper = Math.floor(at) * plane.width;
    const lower = Math.min(plane.height - 1, Math.floor(at) + 1) * plane.width;
    const below = at - Math.floor(at);
    for (let x = 0; x < plane.width; x++) {
      const top = plane.data[upper + x]!;
      between[x] = top + (plane.data[lower + x]! - top) * below;
    }
    for (let x = 0; x < width; x++) {
      const start = between[left[x]!]!;
      row[x] = start + (between[right[x]!]! - start) * share[x]!;
    }
    return row;
  };
}

/** The planes of a record along one row of a picture. */
export type Rows<Planes> = { readonly [Name in keyof Planes]: Float32Array };

/** Calls `change` for each row of the picture, top to bottom, with the planes along it, and reports progress every few rows. */
export function eachRow<Planes extends object>(
  { width, height }: Raster,
  planes: Planes,
  checkpoint: Checkpoint,
  change: (y: number, row: Rows<Planes>) => void,
): void {
  const readers = Object.entries(planes as Record<string, Plane | undefined>).flatMap(([name, plane]) =>
    plane ? [{ name, rowAt: rowsOf(plane, width, height) }] : [],
  );
  for (let y = 0; y < height; y++) {
    if (y % ROWS_PER_CHECK === 0) checkpoint(y / height);
    change(y, Object.fromEntries(readers.map(({ name, rowAt }) => [name, rowAt(y)])) as Rows<Planes>);
  }
}

/** The plane on another grid, bilinear; the shape is stretched. */
export function resample(plane: Plane, width: number, height: number): Plane {
  const rowAt = rowsOf(plane, width, height);
  const data = new Float32Array(width * height);
  for (let y = 0; y < height; y++) data.set(rowAt(y), y * width);
  return { data, width, height };
}

/** Where the centre of cell `index` of `count` lies on a grid of `cells`. */
function position(index: number, count: number, cells: number): number {
  return Math.min(cells - 1, Math.max(0, ((index + 0.5) * cells) / count - 0.5));
}
