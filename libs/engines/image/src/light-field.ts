import { type Triple, clamp, encodedOf, luminanceOf, mix, smoothStep } from './colour.js';
import { crossFiltered } from './guided-filter.js';
import { type Plane, gaussianBlur, mapPlane, meanOf } from './plane.js';
import { type Planes, luminancePlane, mapPlanes } from './shrink.js';

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
  /** Factors on linear red, green and blue. */
  readonly gains: Planes;
  /** Light added on top where no factor can reach the target, as on black; absent when none is needed. */
  readonly veil?: Plane;
  /** Linear luminance of the relit small picture. */
  readonly relit: Plane;
};

/** Keeps ratios of near-black values sane, in linear luminance. */
const FLOOR = 0.012;
/** Stops a factor may darken or brighten; beyond +2.6 the noise of an 8-bit picture shows. */
const STOPS = { darkest: -6, brightest: 2.6 } as const;
const ROUNDS = 9;
const EDGE_ROUNDS = 4;
/** Steps of tone (encoded, 0–1) larger than this may carry a step of light. */
const EDGE_CONTRAST = 0.12;
/** Share of the missing light that a veil may bring: all of it would be fog. */
const VEIL_SHARE = { least: 0.3, most: 0.85 } as const;
/** A veil thinner than this is invisible. */
const VEIL_VISIBLE = 0.006;

/**
 * Luminance after a factor: shadows are multiplied, white stays white. For factors above 1 this is the
 * shoulder of Reinhard et al., "Photographic Tone Reproduction" (2002), with its white point at the factor.
 */
export function shoulder(luminance: number, factor: number): number {
  if (factor <= 1) return luminance * factor;
  const raised = luminance * factor;
  return (raised * (1 + raised / (factor * factor))) / (1 + raised);
}

/** Share of light beyond white that is met by paling the colour instead of dimming it. */
const OVERFLOW_KEPT = 0.4;

/**
 * Factor for a colour whose highest channel is beyond 1: it is dimmed part of the way and paled for the rest, since
 * either alone turns a strong orange dull or pink.
 */
export function dimmingOf(highest: number): number {
  return (1 + (highest - 1) * OVERFLOW_KEPT) / highest;
}

/**
 * Solves for the factors that bring the picture's low-frequency luminance to the plan's target. The shoulder makes the picture
 * answer a factor by less than its size, so the factors are corrected against a small relit copy a few times.
 */
export function solveLight(linear: Planes, plan: LightPlan): LightField {
  const luminance = luminancePlane(linear);
  const tones = mapPlane(luminance, (value) => encodedOf(value));
  let stops = mapPlane(plan.stops, (value) => clamp(value, STOPS.darkest, STOPS.brightest));
  let relit = relitBy(linear, plan.colours, stops);
  for (let round = 0; round < ROUNDS; round++) {
    const reached = gaussianBlur(relit, plan.sigma);
    const error = mapPlane(plan.target, (wanted, cell) =>
      Math.log2((wanted + FLOOR) / (reached.data[cell]! + FLOOR)),
    );
    const corrected = mapPlane(stops, (value, cell) =>
      clamp(value + 0.9 * error.data[cell]!, STOPS.darkest, STOPS.brightest),
    );
    // First along the picture's edges, then the smooth rest: the other way round leaves glows around dark things.
    stops =
      round < EDGE_ROUNDS ? alongEdges(corrected, tones, plan.sigma) : addSmooth(stops, error, plan.sigma);
    relit = relitBy(linear, plan.colours, stops);
  }
  return { gains: gainsOf(stops, plan.colours), veil: veilOf(plan, relit), relit };
}

/** The difference in stops that would take `low` to `target`. */
export function stopsBetween(low: Plane, target: Plane): Plane {
  return mapPlane(low, (value, cell) => Math.log2((target.data[cell]! + FLOOR) / (value + FLOOR)));
}

/** The low-frequency luminance after a difference in stops. */
export function shiftedBy(low: Plane, stops: Plane): Plane {
  return mapPlane(low, (value, cell) => Math.max(0, (value + FLOOR) * 2 ** stops.data[cell]! - FLOOR));
}

function relitBy(linear: Planes, colours: Planes, stops: Plane): Plane {
  const { red, green, blue } = linear;
  return mapPlane(stops, (value, cell) => {
    const colour: Triple = [
      red.data[cell]! * colours.red.data[cell]!,
      green.data[cell]! * colours.green.data[cell]!,
      blue.data[cell]! * colours.blue.data[cell]!,
    ];
    const before = luminanceOf(...colour);
    const raised = shoulder(before, 2 ** value) / Math.max(1e-6, before);
    const highest = Math.max(...colour) * raised;
    return before * raised * (highest > 1 ? dimmingOf(highest) : 1);
  });
}

/**
 * Smooths the change of light but lets it break where the picture does, so that no glow surrounds a dark thing on a
 * bright ground.
 */
function alongEdges(stops: Plane, tones: Plane, sigma: number): Plane {
  const radius = Math.max(1, Math.round(sigma * 1.6));
  return crossFiltered(stops, tones, radius, EDGE_CONTRAST);
}

function addSmooth(stops: Plane, error: Plane, sigma: number): Plane {
  const smooth = gaussianBlur(error, sigma * 0.8);
  return mapPlane(stops, (value, cell) => clamp(value + smooth.data[cell]!, STOPS.darkest, STOPS.brightest));
}

function veilOf(plan: LightPlan, relit: Plane): Plane | undefined {
  const reached = gaussianBlur(relit, plan.sigma);
  const missing = mapPlane(plan.target, (wanted, cell) => Math.max(0, wanted - reached.data[cell]!));
  // A black thing in a bright picture may stay black; a picture that is black as a whole cannot be lit otherwise.
  const share = mix(VEIL_SHARE.least, VEIL_SHARE.most, smoothStep(0.015, 0.07, meanOf(missing)));
  const veil = gaussianBlur(
    mapPlane(missing, (value) => value * share),
    plan.sigma * 0.7,
  );
  return veil.data.some((value) => value > VEIL_VISIBLE) ? veil : undefined;
}

function gainsOf(stops: Plane, colours: Planes): Planes {
  return mapPlanes(colours, (colour) => mapPlane(colour, (value, cell) => 2 ** stops.data[cell]! * value));
}
