import type { Samples } from './warp-source.js';

/** A rectangle of drawn samples between four nodes of a mesh. */
export type Cell = {
  topLeft: number;
  bottomLeft: number;
  width: number;
  height: number;
};

/** Where a picture is looked at: a place of the frame, times the scale, plus the shift, is a place among the samples. */
export type Look = {
  xs: Float32Array;
  ys: Float32Array;
  scaleX: number;
  scaleY: number;
  shiftX: number;
  shiftY: number;
};

/** Where a cell is drawn: its first sample and the distance from line to line. */
export type Target = {
  out: Uint8ClampedArray;
  offset: number;
  stride: number;
};

/** Places are in 1/65536 of a sample. */
const FIXED_ONE = 65536;

/** Draws the samples that a cell looks at, with the nine around each place: softly, which the source makes up for. */
export function drawFine(cell: Cell, { samples, stride, origin }: Samples, look: Look, target: Target): void {
  const { xs, ys } = look;
  const { topLeft, bottomLeft, width, height } = cell;
  const { out } = target;
  const unitX = look.scaleX * FIXED_ONE;
  const unitY = look.scaleY * FIXED_ONE;
  const corner = origin - stride - 1;
  for (let line = 0; line < height; line++) {
    const down = line / height;
    const left = edge(xs, topLeft, bottomLeft, down) * unitX;
    const top = edge(ys, topLeft, bottomLeft, down) * unitY;
    const stepX = ((edge(xs, topLeft + 1, bottomLeft + 1, down) * unitX - left) / width) | 0;
    const stepY = ((edge(ys, topLeft + 1, bottomLeft + 1, down) * unitY - top) / width) | 0;
    let x = (left + (look.shiftX + 0.5) * FIXED_ONE) | 0;
    let y = (top + (look.shiftY + 0.5) * FIXED_ONE) | 0;
    let o = target.offset + line * target.stride;
    for (const end = o + width; o < end; o++, x += stepX, y += stepY) {
      const i = corner + (y >> 16) * stride + (x >> 16);
      const j = i + stride;
      const k = j + stride;
      // The quadratic B-spline's weights: those before and after the nearest sample, and what is left for itself.
      const fx = (x >> 8) & 255;
      const before = ((256 - fx) * (256 - fx)) >> 9;
      const after = (fx * fx) >> 9;
      const middle = 256 - before - after;
      const fy = (y >> 8) & 255;
      const above = ((256 - fy) * (256 - fy)) >> 9;
      const below = (fy * fy) >> 9;
      out[o] =
        ((samples[i]! * before + samples[i + 1]! * middle + samples[i + 2]! * after) * above +
          (samples[j]! * before + samples[j + 1]! * middle + samples[j + 2]! * after) *
            (256 - above - below) +
          (samples[k]! * before + samples[k + 1]! * middle + samples[k + 2]! * after) * below +
          32768) >>
        16;
    }
  }
}

/** Draws the samples that a cell looks at, weighing four linearly: enough for colour. */
export function drawSoft(cell: Cell, { samples, stride, origin }: Samples, look: Look, target: Target): void {
  const { xs, ys } = look;
  const { topLeft, bottomLeft, width, height } = cell;
  const { out } = target;
  const unitX = look.scaleX * FIXED_ONE;
  const unitY = look.scaleY * FIXED_ONE;
  for (let line = 0; line < height; line++) {
    const down = line / height;
    const left = edge(xs, topLeft, bottomLeft, down) * unitX;
    const top = edge(ys, topLeft, bottomLeft, down) * unitY;
    const stepX = ((edge(xs, topLeft + 1, bottomLeft + 1, down) * unitX - left) / width) | 0;
    const stepY = ((edge(ys, topLeft + 1, bottomLeft + 1, down) * unitY - top) / width) | 0;
    let x = (left + look.shiftX * FIXED_ONE) | 0;
    let y = (top + look.shiftY * FIXED_ONE) | 0;
    let o = target.offset + line * target.stride;
    for (const end = o + width; o < end; o++, x += stepX, y += stepY) {
      const i = origin + (y >> 16) * stride + (x >> 16);
      const j = i + stride;
      const fx = (x >> 8) & 255;
      const upper = (samples[i]! << 8) + (samples[i + 1]! - samples[i]!) * fx;
      const lower = (samples[j]! << 8) + (samples[j + 1]! - samples[j]!) * fx;
      out[o] = ((upper << 8) + (lower - upper) * ((y >> 8) & 255) + 32768) >> 16;
    }
  }
}

/** Moves what is drawn of a cell towards what lies in `over`, line by line without gaps, by the share at each place. */
export function mixCell(cell: Cell, over: Uint8ClampedArray, share: Float32Array, target: Target): void {
  const { out } = target;
  const { topLeft, bottomLeft, width, height } = cell;
  for (let line = 0, i = 0; line < height; line++) {
    const down = line / height;
    const left = edge(share, topLeft, bottomLeft, down) * FIXED_ONE;
    const step = (edge(share, topLeft + 1, bottomLeft + 1, down) * FIXED_ONE - left) / width;
    let weight = left;
    let o = target.offset + line * target.stride;
    for (const end = o + width; o < end; o++, i++, weight += step) {
      out[o] = out[o]! + (((over[i]! - out[o]!) * weight + 32768) >> 16);
    }
  }
}

function edge(values: Float32Array, top: number, bottom: number, down: number): number {
  return values[top]! + (values[bottom]! - values[top]!) * down;
}
