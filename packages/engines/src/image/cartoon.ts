import type { CartoonLook } from './cartoon-look.js';
import { LUMINANCE, UNIT_OF_BYTE, mix, smoothStep } from './colour.js';
import { flattened } from './flatten.js';
import { alongFlow, flowField } from './flow-field.js';
import { eachRow } from './plane-rows.js';
import { type Plane, boxBlur } from './plane.js';
import { type Raster, gridWithin } from './raster.js';
import { type Planes, luminancePlane, shrink } from './shrink.js';

/** What a drawing is made of, on the grid of its planes. */
export type Cartoon = {
  /** Encoded colour in flat parts. */
  readonly flat: Planes;
  /** How clearly a line runs here; {@link inkOf} makes ink of it, after it was enlarged, so that lines are sharp at any size. */
  readonly edge: Plane;
};

const WORK_GRID = 1280;

/**
 * Flat parts and lines of a picture: smoothing inside outlines, then a difference of Gaussians that is averaged along the
 * edges (Kang, Lee and Chui, "Flow-based image abstraction", 2009). Nothing depends on the picture as a whole, so that a frame
 * and its neighbour are drawn alike.
 */
export function cartoonOf(encoded: Planes, look: CartoonLook): Cartoon {
  const { width, height } = encoded.red;
  const side = Math.max(width, height);
  const flat = flattened(encoded, Math.max(2, look.reach * side), look.contrast);
  const luma = luminancePlane(flat);
  const radius = Math.max(1, Math.round(look.lineWidth * side));
  const fine = boxBlur(boxBlur(luma, radius), radius);
  const coarse = boxBlur(boxBlur(luma, 2 * radius), 2 * radius);
  const edge = { ...fine, data: fine.data };
  for (let cell = 0; cell < edge.data.length; cell++) {
    // Only the dark side of an edge is positive: one line, not two.
    edge.data[cell] = (coarse.data[cell]! - fine.data[cell]!) / (0.12 + coarse.data[cell]!);
  }
  return { flat, edge: alongFlow(edge, flowField(luma, 2 * radius), 4 * radius) };
}

/** Ink, 0–1, for a value of {@link Cartoon.edge}. */
export function inkOf(edge: number, { lineFrom, ink }: CartoonLook): number {
  return ink * smoothStep(lineFrom, 2.2 * lineFrom, edge);
}

/**
 * Gathers a lightness around the middles of so many steps.
 * @param amount 0 leaves it, 1 makes steps with short slopes between them; never a hard edge, which would flicker.
 */
function toneStep(lightness: number, steps: number, amount: number): number {
  const at = lightness * steps;
  const border = Math.round(at);
  const away = 2 * (at - border);
  const gathered = border + 0.5 * Math.sign(away) * (1 - (1 - Math.abs(away)) ** 6);
  return mix(lightness, gathered / steps, amount);
}

/** A drawing in cels, in place. */
export function drawCartoon(
  raster: Raster,
  look: CartoonLook,
  cels: { steps: number; amount: number; saturation: number },
): void {
  const encoded = shrink(raster, gridWithin(raster, WORK_GRID), UNIT_OF_BYTE);
  const { flat, edge } = cartoonOf(encoded, look);
  const { data, width, channels } = raster;
  eachRow(
    raster,
    { ...flat, edge },
    () => {},
    (y, row) => {
      for (let x = 0, pixel = y * width * channels; x < width; x++, pixel += channels) {
        const red = row.red[x]!;
        const green = row.green[x]!;
        const blue = row.blue[x]!;
        const luma = LUMINANCE.red * red + LUMINANCE.green * green + LUMINANCE.blue * blue;
        const light = toneStep(luma, cels.steps, cels.amount);
        const paper = 255 * (1 - inkOf(row.edge[x]!, look));
        // A clamped array keeps what saturation pushes out of range.
        data[pixel] = (light + cels.saturation * (red - luma)) * paper;
        data[pixel + 1] = (light + cels.saturation * (green - luma)) * paper;
        data[pixel + 2] = (light + cels.saturation * (blue - luma)) * paper;
      }
    },
  );
}
