/** Frames per second as a fraction, so that 30000/1001 stays exact. */
export type FrameRate = {
  num: number;
  den: number;
};

const HIGHEST = 60;
const SMOOTH_ENOUGH = 20;
const UNKNOWN: FrameRate = { num: 24, den: 1 };
/** What cameras and editors write; an average over a file's length lies a little beside it. */
const USUAL: FrameRate[] = [
  { num: 10, den: 1 },
  { num: 12, den: 1 },
  { num: 25, den: 2 },
  { num: 15, den: 1 },
  { num: 24_000, den: 1_001 },
  { num: 24, den: 1 },
  { num: 25, den: 1 },
  { num: 30_000, den: 1_001 },
  { num: 30, den: 1 },
  { num: 50, den: 1 },
  { num: 60_000, den: 1_001 },
  { num: 60, den: 1 },
];
/** A phone that drops frames in the dark averages 28.7 of 30. */
const NEAR = 0.05;
/** For the few pictures of a slow source a wrong guess would show as a stumble. */
const NEAR_SLOW = 0.01;

/**
 * The rate at which a source is written again: the usual one next to its own, unless that is unknown or above 60. Slow
 * sources repeat each picture a whole number of times, so that what is added to them moves smoothly.
 */
export function outputRate(source: FrameRate): FrameRate {
  const perSecond = source.num / source.den;
  if (!Number.isFinite(perSecond) || perSecond < 1) return UNKNOWN;
  if (perSecond > HIGHEST + 0.5) return { num: HIGHEST, den: 1 };
  if (perSecond >= SMOOTH_ENOUGH) return usualNear(source, NEAR);
  const { num, den } = usualNear(source, NEAR_SLOW);
  for (let repeats = Math.ceil((SMOOTH_ENOUGH * den) / num); (repeats * num) / den <= HIGHEST; repeats++) {
    const repeated = usualNear({ num: num * repeats, den }, NEAR_SLOW);
    if (USUAL.includes(repeated)) return repeated;
  }
  return { num: num * Math.ceil((SMOOTH_ENOUGH * den) / num), den };
}

function usualNear(rate: FrameRate, share: number): FrameRate {
  const apart = (usual: FrameRate) => Math.abs((usual.num * rate.den) / (usual.den * rate.num) - 1);
  const nearest = USUAL.reduce((best, usual) => (apart(usual) < apart(best) ? usual : best));
  return apart(nearest) <= share ? nearest : rate;
}
