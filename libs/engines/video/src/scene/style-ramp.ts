import { ease } from '../motion/camera-path.js';
import type { SceneTiming } from './scene.js';

const RAMP_SECONDS = 0.5;
const STEPS = 16;

/** How far a style has taken hold: none on a given frame, all soon after. In steps, as each one costs a blend. */
export function styleRamp(
  index: number,
  { frames, framesPerSecond }: SceneTiming,
  endsPlain: boolean,
): number {
  const ramp = Math.max(1, Math.min(RAMP_SECONDS * framesPerSecond, (frames - 1) / 3));
  const fromStart = index / ramp;
  const toEnd = endsPlain ? (frames - 1 - index) / ramp : 1;
  return Math.round(ease(Math.max(0, Math.min(1, fromStart, toEnd))) * STEPS) / STEPS;
}
