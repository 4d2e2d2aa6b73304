import { emptyTensor, type Tensor } from './tensor.js';

/** 8-bit sRGB, interleaved, 3 or 4 channels. */
export type SightPicture = {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
};

/** All places are shares of the picture's width and height, 0-1. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 };

/** A part of the picture averaged to a grid of red, green and blue, 0-255. A grid that is larger than the picture repeats its pixels. */
export function gridOf(
  picture: SightPicture | Tensor,
  width: number,
  height: number,
  part: Box = WHOLE,
): Tensor {
  const { data, channels } = picture;
  const grid = emptyTensor(width, height, 3);
  for (let y = 0, to = 0; y < height; y++) {
    const rows = rangeOf(y, height, picture.height * part.y, picture.height * part.height);
    for (let x = 0; x < width; x++, to += 3) {
      const columns = rangeOf(x, width, picture.width * part.x, picture.width * part.width);
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let row = rows.from; row < rows.to; row += rows.step)
        for (let column = columns.from; column < columns.to; column += columns.step) {
          const pixel = (row * picture.width + column) * channels;
          red += data[pixel]!;
          green += data[pixel + 1]!;
          blue += data[pixel + 2]!;
        }
      const count =
        Math.ceil((rows.to - rows.from) / rows.step) * Math.ceil((columns.to - columns.from) / columns.step);
      grid.data[to] = red / count;
      grid.data[to + 1] = green / count;
      grid.data[to + 2] = blue / count;
    }
  }
  return grid;
}

/** Pixels of a cell that are read along one side; more would not improve the mean. */
const READ_PER_SIDE = 4;

function rangeOf(
  cell: number,
  cells: number,
  start: number,
  pixels: number,
): { from: number; to: number; step: number } {
  const from = Math.floor(start + (cell * pixels) / cells);
  const to = Math.max(from + 1, Math.floor(start + ((cell + 1) * pixels) / cells));
  return { from, to, step: Math.max(1, Math.floor((to - from) / READ_PER_SIDE)) };
}
