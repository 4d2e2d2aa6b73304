import { clamp, luminanceOf, smoothStep } from './colour.js';
import { type Plane, boxBlur, mapPlane } from './plane.js';
import { type Planes, luminancePlane } from './shrink.js';

/**
 * Centre and half-axes of the skin ellipse in CbCr (0–255). Skin of every tone lies along one chroma direction, so
 * one ellipse holds them all and luma only has to be above near-black.
 */
const SKIN = { cb: 109, cr: 152, cbReach: 19, crReach: 15 } as const;

/**
 * How sure each cell is skin, 0–1, with soft borders. Colour alone also finds wood, fur and hair; these are
 * rougher than skin, so roughness counts against a cell.
 * @param planes Encoded colour, 0–1.
 */
export function skinMask(planes: Planes): Plane {
  const luma = luminancePlane(planes);
  const side = Math.max(luma.width, luma.height);
  const roughness = deviation(luma, Math.max(1, Math.round(side * 0.012)));
  const likely = mapPlane(luma, (value, cell) => {
    const colour = skinColour(planes.red.data[cell]!, planes.green.data[cell]!, planes.blue.data[cell]!);
    return colour * smoothStep(0.1, 0.22, value) * (1 - smoothStep(0.07, 0.15, roughness.data[cell]!));
  });
  return withoutSpecks(likely, Math.max(1, Math.round(side * 0.008)));
}

/** Standard deviation of a plane within a square around each cell. */
export function deviation(plane: Plane, radius: number): Plane {
  const mean = boxBlur(plane, radius);
  const squares = boxBlur(
    mapPlane(plane, (value) => value * value),
    radius,
  );
  return mapPlane(mean, (value, cell) => Math.sqrt(Math.max(0, squares.data[cell]! - value * value)));
}

function skinColour(red: number, green: number, blue: number): number {
  const cb = 128 - 43.03 * red - 84.47 * green + 127.5 * blue;
  const cr = 128 + 127.5 * red - 106.77 * green - 20.73 * blue;
  const distance = ((cb - SKIN.cb) / SKIN.cbReach) ** 2 + ((cr - SKIN.cr) / SKIN.crReach) ** 2;
  return 1 - smoothStep(0.9, 1.6, distance);
}

/** Keeps a cell only where most of its neighbourhood is skin too, then softens the border. */
function withoutSpecks(mask: Plane, radius: number): Plane {
  const crowd = boxBlur(boxBlur(mask, radius * 2), radius * 2);
  const kept = mapPlane(mask, (value, cell) => value * smoothStep(0.25, 0.55, crowd.data[cell]!));
  return boxBlur(boxBlur(kept, radius), radius);
}

/** Mean luma of the skin, or undefined when there is next to none. */
export function skinLuma(planes: Planes, mask: Plane): number | undefined {
  let weight = 0;
  let luma = 0;
  for (let cell = 0; cell < mask.data.length; cell++) {
    const sure = mask.data[cell]!;
    weight += sure;
    luma += sure * luminanceOf(planes.red.data[cell]!, planes.green.data[cell]!, planes.blue.data[cell]!);
  }
  return weight / mask.data.length < 0.002 ? undefined : clamp(luma / weight, 0, 1);
}
