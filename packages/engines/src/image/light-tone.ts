import { TONE_STEPS, clamp, encodedOf, mix, smoothStep } from './colour.js';
import { type Plane, meanOf } from './plane.js';

/** Encoded values that carry no more than black in a picture of ordinary exposure. */
const BLACK = 0.022;
/** Factor on black: 2 % stays below 6 %, however bright the light. */
const BLACK_FACTOR = 2.1;
/** Stops that an ordinary picture may be brightened; beyond, the noise of 8 bits shows. */
const BRIGHTEST = 2.6;
/** Mean linear luminance that a picture which is dark as a whole may be brought to by a factor, within the stops. */
const DAYLIGHT = { mean: 0.22, stops: 6.8 } as const;

/** Stops either way that the table covers, and its steps a stop. */
export const STOPS_REACH = 8;
export const STOP_STEPS = 256;

/** Factor of `index / STOP_STEPS - STOPS_REACH` stops. */
export const FACTOR_OF_STOPS = Float32Array.from(
  { length: 2 * STOPS_REACH * STOP_STEPS + 1 },
  (_, step) => 2 ** (step / STOP_STEPS - STOPS_REACH),
);

/** How far the tones of a picture may be raised. */
export type Lift = {
  /** Stops for tones that carry something. */
  readonly brightest: number;
  /** Highest factor on linear light, by the encoded value's step: black has little to show but its noise. */
  readonly limits: Float32Array;
};

/** @param luminance Linear, of a small copy of the picture. */
export function liftOf(luminance: Plane): Lift {
  const mean = meanOf(luminance);
  const brightest = clamp(Math.log2(DAYLIGHT.mean / Math.max(1e-4, mean)), BRIGHTEST, DAYLIGHT.stops);
  // What would be black in daylight is most of the picture in a night shot.
  const black = BLACK * mix(0.14, 1, smoothStep(0.03, 0.09, encodedOf(mean)));
  const limits = Float32Array.from({ length: TONE_STEPS + 1 }, (_, step) => {
    const signal = smoothStep(black, 3 * black, step / TONE_STEPS);
    return mix(Math.log2(BLACK_FACTOR), brightest, signal);
  });
  return { brightest, limits: limits.map((stops) => 2 ** stops) };
}

/** Share of the highest channel in the tone that answers a light, the rest is luminance. */
const FULLNESS = 0.85;

/**
 * Factor on a linear colour under a light: shadows are multiplied, white stays white. Above 1 this is the shoulder of
 * Reinhard et al., "Photographic Tone Reproduction" (2002), with its white point at the factor.
 * @param tone Linear luminance of the place without its texture.
 * @param luminance Of the colour itself.
 * @param highest Channel of the colour: a red petal is at its brightest long before its luminance is.
 * @param coloured Luminance of the colour in the light's colour: a red light is brighter on red things.
 */
export function answerOf(
  light: number,
  tone: number,
  luminance: number,
  highest: number,
  coloured: number,
): number {
  const favour = coloured > luminance ? coloured / luminance : 1;
  const whole = light * favour;
  if (whole <= 1) return light;
  const full = tone * (1 - FULLNESS + (FULLNESS * highest) / (luminance + 1e-4));
  return (whole + full) / ((1 + full * whole) * favour);
}

/** Highest factor for a tone. */
export function limitOf(luminance: number, { limits }: Lift): number {
  return limits[Math.round(clamp(encodedOf(luminance), 0, 1) * TONE_STEPS)]!;
}
