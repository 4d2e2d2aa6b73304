/** Frames per second as a fraction, so that 30000/1001 stays exact. */
export type FrameRate = {
  num: number;
  den: number;
};

const HIGHEST = 60;
const SMOOTH_ENOUGH = 20;
const UNKNOWN: FrameRate = { num: 24, den: 1 };

/**
 * The rate at which a source is written again: its own, unless that is unknown or above 60. Slow sources repeat
 * each picture a whole number of times, so that what is added to them moves smoothly.
 */
export function outputRate(source: FrameRate): FrameRate {
  const perSecond = source.num / source.den;
  if (!Number.isFinite(perSecond) || perSecond < 1) return UNKNOWN;
  if (perSecond > HIGHEST + 0.5) return { num: HIGHEST, den: 1 };
  const repeats = perSecond < SMOOTH_ENOUGH ? Math.ceil(SMOOTH_ENOUGH / perSecond) : 1;
  return { num: source.num * repeats, den: source.den };
}
