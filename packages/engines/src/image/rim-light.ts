import { type Triple, clamp, smoothStep } from './colour.js';
import { resample } from './plane-rows.js';
import { type Plane, gaussianBlur, mapPlane, meanOf } from './plane.js';

/** How a light from behind falls on what stands in front of it. */
export type RimLight = {
  /** Stops on the subject's edge, and off its front. */
  readonly rimStops: number;
  readonly frontStops: number;
  /** Factors of its colour. */
  readonly colour: Triple;
};

const RIM_STOPS = 3.4;
const FRONT_STOPS = 1.4;
/** Width of the rim as a share of the longer side. */
const RIM_WIDTH = 0.012;

/** @param behind Strength of the light, 0–2. */
export function rimLight(behind: number, colour: Triple): RimLight {
  return { rimStops: RIM_STOPS * Math.min(1.3, behind), frontStops: FRONT_STOPS * behind, colour };
}

/**
 * How much of the rim each place of the subject gets, 0–1.5: by its distance from the edge, and by the light of the background
 * there. Pixels are separated by the mask at full size.
 * @param front How sure a place is the subject, 0–1.
 * @param relit Linear luminance of the relit picture, on a small grid.
 */
export function rimPlane(front: Plane, relit: Plane): Plane {
  const { width, height } = front;
  const side = Math.max(width, height);
  const inside = gaussianBlur(front, Math.max(1, side * RIM_WIDTH));
  const light = resample(relit, width, height);
  const behind = mapPlane(front, (value) => 1 - value + 1e-3);
  const shine = gaussianBlur(
    mapPlane(light, (value, cell) => value * behind.data[cell]!),
    side * 0.05,
  );
  const space = gaussianBlur(behind, side * 0.05);
  const mean = meanOf(light) + 1e-4;
  return mapPlane(inside, (value, cell) => {
    const near = smoothStep(0.08, 0.5, 1 - value);
    return near * clamp(shine.data[cell]! / (space.data[cell]! * mean), 0.4, 1.5);
  });
}
