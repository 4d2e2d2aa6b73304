import { UNIT_OF_BYTE, clamp, smoothStep } from './colour.js';
import { guidedBase } from './guided-filter.js';
import { type Plane, boxBlur, gaussianBlur, mapPlane, planeOf } from './plane.js';
import { resample } from './plane-rows.js';
import { type Raster, gridWithin } from './raster.js';
import { type Planes, luminancePlane, mapPlanes, shrink } from './shrink.js';
import type { SkinLook } from './skin-looks.js';
import { type People, skinArea } from './skin-area.js';
import { skinLuma } from './skin-mask.js';

/**
 * What an enhancer knows of the picture, on small grids. Red, green and blue are added to encoded colour: they even it
 * without touching luma.
 */
export type SkinPlan = {
  /** Skin without eyes, brows and lips, 0–1. */
  readonly skin: Plane;
  /** Everything but pores and hairs, as a guided base. */
  readonly fineSlope: Plane;
  readonly fineOffset: Plane;
  /** Everything but pores, hairs and blotches. */
  readonly broadSlope: Plane;
  readonly broadOffset: Plane;
  /** Luma that the light on skin gains; its colour grows along. */
  readonly fill: Plane;
} & Planes;

/** Fine enough for eyes and lips of a face that fills a fifth of the picture. */
const SKIN_GRID = 320;
/** Fine enough to distinguish pores from blotches. */
const TEXTURE_GRID = 640;
/** Radii as shares of the longer side. */
const FINE_SHARE = 0.004;
const BROAD_SHARE = 0.016;
/** Most that the light on skin is moved, in luma. */
const FILL_LIMIT = 0.14;

export function planSkin(raster: Raster, look: SkinLook, people: People): SkinPlan {
  const encoded = shrink(raster, gridWithin(raster, SKIN_GRID), UNIT_OF_BYTE);
  const luma = luminancePlane(encoded);
  const side = Math.max(luma.width, luma.height);
  const detail = luminancePlane(shrink(raster, gridWithin(raster, TEXTURE_GRID), UNIT_OF_BYTE));
  const area = skinArea(encoded, fineRoughness(detail, luma), people);
  const skin = withoutFeatures(area, encoded, luma, side);
  const evened = look.coversFeatures ? madeUp(area, skin, encoded, side) : skin;
  return {
    skin,
    ...texturePlanes(detail),
    ...eveningOf(encoded, luma, skin, evened, look.redness, side),
    fill: fillOf(encoded, luma, skin, look.light, side),
  };
}

/** Standard deviation of luma against its surroundings of a few pixels. */
function fineRoughness(luma: Plane, grid: { width: number; height: number }): Plane {
  const low = boxBlur(luma, 2);
  const energy = mapPlane(luma, (value, cell) => (value - low.data[cell]!) ** 2);
  return resample(
    mapPlane(boxBlur(energy, 3), (value) => Math.sqrt(Math.max(0, value))),
    grid.width,
    grid.height,
  );
}

function texturePlanes(luma: Plane): Omit<SkinPlan, keyof Planes | 'skin' | 'fill'> {
  const side = Math.max(luma.width, luma.height);
  const fine = guidedBase(luma, Math.max(1, Math.round(side * FINE_SHARE)), 0.05);
  const broad = guidedBase(luma, Math.max(2, Math.round(side * BROAD_SHARE)), 0.085);
  return {
    fineSlope: fine.slope,
    fineOffset: fine.offset,
    broadSlope: broad.slope,
    broadOffset: broad.offset,
  };
}

/** Takes out what is darker or redder than the skin around it: eyes, brows, nostrils, lips. */
function withoutFeatures(area: Plane, encoded: Planes, luma: Plane, side: number): Plane {
  const reach = Math.max(2, Math.round(side * 0.03));
  const tone = within(luma, area, reach);
  const red = rednessOf(encoded);
  const blush = within(red, area, reach);
  const features = mapPlane(area, (_, cell) => {
    const darker = smoothStep(0.18, 0.38, 1 - luma.data[cell]! / Math.max(0.1, tone.data[cell]!));
    const redder = smoothStep(0.035, 0.08, red.data[cell]! - blush.data[cell]!);
    return Math.max(darker, redder);
  });
  const wide = boxBlur(features, Math.max(1, Math.round(side * 0.003)));
  return mapPlane(area, (value, cell) => value * (1 - clamp(wide.data[cell]! * 1.6, 0, 1)));
}

function rednessOf({ red, green }: Planes): Plane {
  return mapPlane(red, (value, cell) => value - green.data[cell]!);
}

/** Mean of the plane over skin only, around each cell. */
function within(plane: Plane, skin: Plane, radius: number): Plane {
  const sums = gaussianBlur(
    mapPlane(plane, (value, cell) => value * skin.data[cell]!),
    radius,
  );
  const weights = gaussianBlur(skin, radius);
  return mapPlane(sums, (value, cell) =>
    weights.data[cell]! > 0.01 ? value / weights.data[cell]! : plane.data[cell]!,
  );
}

/** Skin and what is redder within it, such as lips and eye shadow; the whites of eyes are not redder and stay out. */
function madeUp(area: Plane, skin: Plane, encoded: Planes, side: number): Plane {
  const near = gaussianBlur(area, side * 0.025);
  const red = rednessOf(encoded);
  const usual = within(red, skin, side * 0.03);
  return mapPlane(skin, (value, cell) => {
    const redder = smoothStep(0.01, 0.06, red.data[cell]! - usual.data[cell]!);
    return Math.max(value, smoothStep(0.2, 0.45, near.data[cell]!) * redder);
  });
}

/** Moves each colour difference (channel minus luma) towards that of the skin around it, over `area`. */
function eveningOf(
  encoded: Planes,
  luma: Plane,
  skin: Plane,
  area: Plane,
  amount: number,
  side: number,
): Planes {
  return mapPlanes(encoded, (channel) => {
    const difference = mapPlane(channel, (value, cell) => value - luma.data[cell]!);
    const even = within(difference, skin, side * 0.03);
    return mapPlane(difference, (value, cell) => (even.data[cell]! - value) * amount * area.data[cell]!);
  });
}

/** Lifts the dark side of skin towards its own mean and a little above; only what is nearly burnt out is held back. */
function fillOf(encoded: Planes, luma: Plane, skin: Plane, amount: number, side: number): Plane {
  const whole = skinLuma(encoded, skin);
  if (whole === undefined || amount === 0) return mapPlane(skin, () => 0);
  const broad = within(luma, skin, side * 0.035);
  const wanted = Math.max(whole, Math.min(0.78, whole + 0.05));
  const raw = planeOf(luma.width, luma.height, (cell) => {
    const missing = (wanted - broad.data[cell]!) * 0.75 * amount;
    const burnt = smoothStep(0.92, 1, broad.data[cell]!);
    return clamp(missing, -FILL_LIMIT * 0.3 * burnt, FILL_LIMIT) * skin.data[cell]!;
  });
  return gaussianBlur(raw, side * 0.008);
}
