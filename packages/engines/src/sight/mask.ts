/** One number for each cell of a grid, row by row. */
export type Mask = { readonly data: Float32Array; readonly width: number; readonly height: number };

export function maskOf(width: number, height: number, value: (cell: number) => number): Mask {
  const data = new Float32Array(width * height);
  for (let cell = 0; cell < data.length; cell++) data[cell] = value(cell);
  return { data, width, height };
}

/** 0 below `from`, 1 above `to`, an S between. */
export function smoothStep(from: number, to: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
}

/** Mean over a square of side 2·radius + 1, as far as it lies within the grid. */
export function boxMean({ data, width, height }: Mask, radius: number): Mask {
  // Sums over all that is above and to the left, with a row and a column of zeros before the first.
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y++)
    for (let x = 0, row = 0; x < width; x++) {
      row += data[y * width + x]!;
      sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1]! + row;
    }
  const out = new Float32Array(data.length);
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - radius) * stride;
    const bottom = Math.min(height, y + radius + 1) * stride;
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - radius);
      const right = Math.min(width, x + radius + 1);
      const count = ((bottom - top) / stride) * (right - left);
      out[y * width + x] =
        (sums[bottom + right]! - sums[bottom + left]! - sums[top + right]! + sums[top + left]!) / count;
    }
  }
  return { data: out, width, height };
}

export function resized(mask: Mask, width: number, height: number): Mask {
  const columns = Float64Array.from({ length: width }, (_, x) => place(x, width, mask.width));
  const data = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const at = place(y, height, mask.height);
    const upper = Math.floor(at) * mask.width;
    const lower = Math.min(mask.height - 1, Math.floor(at) + 1) * mask.width;
    const down = at - Math.floor(at);
    for (let x = 0; x < width; x++) {
      const left = Math.floor(columns[x]!);
      const right = Math.min(mask.width - 1, left + 1);
      const across = columns[x]! - left;
      const above = mask.data[upper + left]! * (1 - across) + mask.data[upper + right]! * across;
      const below = mask.data[lower + left]! * (1 - across) + mask.data[lower + right]! * across;
      data[y * width + x] = above * (1 - down) + below * down;
    }
  }
  return { data, width, height };
}

function place(cell: number, cells: number, count: number): number {
  return Math.min(count - 1, Math.max(0, ((cell + 0.5) * count) / cells - 0.5));
}
