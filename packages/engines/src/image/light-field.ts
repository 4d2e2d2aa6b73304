import { clamp, encodedOf, smoothStep } from './colour.js';
import { type GuidedBase, crossFit, crossValue } from './guided-filter.js';
import { type Lift, answerOf, limitOf } from './light-tone.js';
import { type Plane, gaussianBlur, mapPlane, meanOf } from './plane.js';
import { type Planes, luminancePlane } from './shrink.js';

/** What a relight wants at each place of a small grid. */
export type LightPlan = {
  /** First guess of the change, in stops. */
  readonly stops: Plane;
  /** Low-frequency linear luminance to reach. */
  readonly target: Plane;
  /** Factors on linear red, green and blue that keep luminance. */
  readonly colours: Planes;
  /** Smoothness of the light, in cells. */
  readonly sigma: number;
};

/** The change of light at each place of a small grid. */
export type LightField = {
  /** Stops, as a straight line of the encoded value: edges of the picture are edges of its light, at full size too. */
  readonly stops: GuidedBase;
  /** Linear luminance of the relit small picture. */
  readonly relit: Plane;
};

/** Limits ratios of near-black values, in linear luminance: a share of the picture's mean, and an upper bound. */
const FLOOR = { ofMean: 0.2, most: 0.012 } as const;
const DARKEST_STOPS = -6;
const ROUNDS = 6;
/** Rounds in which the light follows the picture's edges; the rest is smooth. The other way round leaves glows. */
const EDGE_ROUNDS = 3;
/** Steps of tone (encoded, 0–1) larger than this may carry a step of light. */
const EDGE_CONTRAST = 0.12;
/** How much more bright things count as carriers of light: a dark thing's surroundings are lit as the rest is. */
const CARRIED_POWER = 0.35;
/** How far beyond the first guess the light may go to reach its target, as a share of the largest brightening. */
const OVERREACH = 0.27;

/**
 * Solves for the light that brings the picture's low-frequency luminance to the plan's target. Tones answer a factor by less
 * than its size, so the light is corrected against a small relit copy a few times.
 */
export function solveLight(linear: Planes, plan: LightPlan, lift: Lift): LightField {
  const weights = carriersOf(linear);
  const wide = carriedBlur(weights, plan.sigma);
  const narrow = carriedBlur(weights, plan.sigma * 0.7);
  const cells = cellsOf(linear, lift);
  const floor = floorOf(cells.luminance);
  const guess = mapPlane(plan.stops, (value) => levelled(value, lift.brightest));
  const radius = Math.max(1, Math.round(plan.sigma * 1.6));
  let fit = crossFit(guess, cells.tone, radius, EDGE_CONTRAST);
  let relit = relitBy(cells, fit);
  for (let round = 0; round < ROUNDS; round++) {
    const reached = wide(relit);
    const missing = mapPlane(plan.target, (wanted, cell) =>
      Math.log2((wanted + floor) / (reached.data[cell]! + floor)),
    );
    const error = round < EDGE_ROUNDS ? missing : narrow(missing);
    const stops = crossValue(fit, cells.tone);
    // A light that no tone there can answer would end in a plateau with a rim.
    const step = mapPlane(stops, (value, cell) =>
      clamp(value + 0.9 * error.data[cell]!, DARKEST_STOPS, guess.data[cell]! + OVERREACH * lift.brightest),
    );
    fit =
      round < EDGE_ROUNDS
        ? crossFit(step, cells.tone, radius, EDGE_CONTRAST)
        : {
            slope: fit.slope,
            offset: mapPlane(fit.offset, (value, cell) => value + step.data[cell]! - stops.data[cell]!),
          };
    relit = relitBy(cells, fit);
  }
  return { stops: fit, relit };
}

function levelled(stops: number, brightest: number): number {
  if (stops <= 0) return Math.max(DARKEST_STOPS, stops);
  return stops / (1 + (stops / brightest) ** 4) ** 0.25;
}

/** Low-frequency luminance of what can show light: black things take that of their surroundings. */
export function carriedLuminance(linear: Planes, sigma: number): Plane {
  return carriedBlur(carriersOf(linear), sigma)(luminancePlane(linear));
}

function carriersOf(linear: Planes): Plane {
  const luminance = luminancePlane(linear);
  const floor = floorOf(luminance);
  return mapPlane(
    luminance,
    (value) => (floor + value) ** CARRIED_POWER * (0.03 + smoothStep(0.07 * floor, floor, value)),
  );
}

/** A blur in which each cell counts by its weight. */
function carriedBlur(weights: Plane, sigma: number): (plane: Plane) => Plane {
  const totals = gaussianBlur(weights, sigma);
  return (plane) => {
    const sums = gaussianBlur(
      mapPlane(plane, (value, cell) => value * weights.data[cell]!),
      sigma,
    );
    return mapPlane(sums, (sum, cell) => sum / totals.data[cell]!);
  };
}

/** The difference in stops that would take `low` to `target`. */
export function stopsBetween(low: Plane, target: Plane): Plane {
  const floor = floorOf(low);
  return mapPlane(low, (value, cell) => Math.log2((target.data[cell]! + floor) / (value + floor)));
}

/** The low-frequency luminance after a difference in stops. */
export function shiftedBy(low: Plane, stops: Plane): Plane {
  const floor = floorOf(low);
  return mapPlane(low, (value, cell) => Math.max(0, (value + floor) * 2 ** stops.data[cell]! - floor));
}

function floorOf(luminance: Plane): number {
  return Math.min(FLOOR.most, FLOOR.ofMean * meanOf(luminance) + 1e-5);
}

/** What of the small picture answers a light. */
type Cells = Record<'luminance' | 'tone' | 'highest' | 'limit', Plane>;

function cellsOf(linear: Planes, lift: Lift): Cells {
  const luminance = luminancePlane(linear);
  const limit = mapPlane(luminance, (value) => limitOf(value, lift));
  const tone = mapPlane(luminance, encodedOf);
  return { luminance, tone, highest: highestOf(linear), limit };
}

function highestOf({ red, green, blue }: Planes): Plane {
  return mapPlane(red, (value, cell) => Math.max(value, green.data[cell]!, blue.data[cell]!));
}

/** The colour of the light is no reason to turn it up or down: what it does to coloured things is left out. */
function relitBy({ luminance, tone, highest, limit }: Cells, fit: GuidedBase): Plane {
  return mapPlane(crossValue(fit, tone), (value, cell) => {
    const light = Math.min(2 ** value, limit.data[cell]!);
    const own = luminance.data[cell]!;
    return own * answerOf(light, own, own, highest.data[cell]!, own);
  });
}
