export type Plane = {
  readonly data: Float32Array;
  readonly width: number;
  readonly height: number;
};

export function planeOf(width: number, height: number, value: (index: number) => number): Plane {
  const data = new Float32Array(width * height);
  for (let index = 0; index < data.length; index++) data[index] = value(index);
  return { data, width, height };
}

export function mapPlane(plane: Plane, change: (value: number, index: number) => number): Plane {
  const { data, width, height } = plane;
  const out = new Float32Array(data.length);
  for (let index = 0; index < out.length; index++) out[index] = change(data[index]!, index);
  return { data: out, width, height };
}

export function meanOf(plane: Plane): number {
  let sum = 0;
  for (const value of plane.data) sum += value;
  return sum / plane.data.length;
}

/** Mean over a square of side 2·radius + 1; the border repeats. Its cost does not depend on the radius. */
export function boxBlur({ data, width, height }: Plane, radius: number): Plane {
  if (radius < 1) return { data: data.slice(), width, height };
  const rows = blurRows(data, width, height, radius);
  return { data: blurColumns(rows, width, height, radius), width, height };
}

/** A Gaussian of `sigma` cells, as three box blurs. */
export function gaussianBlur(plane: Plane, sigma: number): Plane {
  const radius = Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2);
  return boxBlur(boxBlur(boxBlur(plane, radius), radius), radius);
}

/** The bloom around what is brighter than `threshold`; undefined for no amount of it. */
export function glowOf(plane: Plane, amount: number, threshold: number, reach: number): Plane | undefined {
  if (amount <= 0) return undefined;
  const bright = mapPlane(plane, (value) => amount * Math.max(0, value - threshold));
  return gaussianBlur(bright, Math.max(plane.width, plane.height) * reach);
}

function blurRows(data: Float32Array, width: number, height: number, radius: number): Float32Array {
  const out = new Float32Array(data.length);
  const share = 1 / (2 * radius + 1);
  const last = width - 1;
  for (let start = 0; start < height * width; start += width) {
    let sum = 0;
    for (let x = -radius; x <= radius; x++) sum += data[start + clampIndex(x, last)]!;
    for (let x = 0; x < width; x++) {
      out[start + x] = sum * share;
      sum += data[start + clampIndex(x + radius + 1, last)]! - data[start + clampIndex(x - radius, last)]!;
    }
  }
  return out;
}

function blurColumns(data: Float32Array, width: number, height: number, radius: number): Float32Array {
  const out = new Float32Array(data.length);
  const share = 1 / (2 * radius + 1);
  const sums = new Float64Array(width);
  const last = height - 1;
  for (let y = -radius; y <= radius; y++) {
    const start = clampIndex(y, last) * width;
    for (let x = 0; x < width; x++) sums[x]! += data[start + x]!;
  }
  for (let y = 0; y < height; y++) {
    const start = y * width;
    const entering = clampIndex(y + radius + 1, last) * width;
    const leaving = clampIndex(y - radius, last) * width;
    for (let x = 0; x < width; x++) {
      out[start + x] = sums[x]! * share;
      sums[x]! += data[entering + x]! - data[leaving + x]!;
    }
  }
  return out;
}

function clampIndex(index: number, last: number): number {
  return index < 0 ? 0 : index > last ? last : index;
}

/** Place of a cell: −1 to 1 across and down, and the distance from the middle, 1 in the corners. */
export function placeOf(
  cell: number,
  width: number,
  height: number,
): { x: number; y: number; distance: number } {
  const x = (2 * ((cell % width) + 0.5)) / width - 1;
  const y = (2 * (Math.floor(cell / width) + 0.5)) / height - 1;
  return { x, y, distance: Math.hypot(x, y) / Math.SQRT2 };
}
