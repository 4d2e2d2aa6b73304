import { type Triple, encodedOf, linearOf, mix } from './colour.js';
import { ColourCube } from './colour-cube.js';

/** Highest encoded value that the cube reads; a colour beyond is scaled down to it. */
export const GAMUT_REACH = 2;
/** Encoded values up to here stay as they are. */
export const GAMUT_KNEE = 0.86;
/** Share of the way to the edge of the gamut from which colours are pressed together. */
const SOFT = 0.82;
/** Lightness from which highlights are pressed together below white. */
const WHITE_KNEE = 0.93;
/** Lightness towards which a colour outside the gamut is dimmed: most of the gamut is there. */
const CENTRE = 0.55;
/** How far a colour outside the gamut is dimmed on its way in: 0 only pales it, 1 only dims it. */
const DIMMING = 0.65;

/**
 * Brings encoded colours beyond white (0–{@link GAMUT_REACH}, divided by it) back into sRGB: the hue stays, lightness and
 * chroma are pressed together towards the edge, so that texture remains. In Oklab (Ottosson, "A perceptual color space for
 * image processing", 2020), towards a point of the grey axis as in his "sRGB gamut clipping" (2021).
 */
export const GAMUT_CUBE = new ColourCube((colour) => {
  for (let channel = 0; channel < 3; channel++) colour[channel] = linearOf(colour[channel]! * GAMUT_REACH);
  intoGamut(colour);
  for (let channel = 0; channel < 3; channel++) colour[channel] = encodedOf(Math.max(0, colour[channel]!));
});

/** Linear colour, in place. */
function intoGamut(colour: Triple): void {
  if (Math.max(...colour) <= linearOf(GAMUT_KNEE)) return;
  oklabFromLinear(colour);
  const lightness = softened(colour[0], WHITE_KNEE);
  const a = (colour[1] * lightness) / colour[0];
  const b = (colour[2] * lightness) / colour[0];
  const anchor = mix(lightness, CENTRE, DIMMING * Math.min(1, 4 * Math.hypot(a, b)));
  const reach = edgeShare(anchor, lightness, a, b);
  // The colour is at 1 on the way from the anchor, the edge of the gamut at `reach`.
  const share = softened(1 / reach, SOFT) * reach;
  colour[0] = anchor + (lightness - anchor) * share;
  colour[1] = a * share;
  colour[2] = b * share;
  linearFromOklab(colour);
}

/** Below the knee as it was; above it approaches 1. */
function softened(value: number, knee: number): number {
  if (value <= knee) return value;
  const beyond = (value - knee) / (1 - knee);
  return knee + (1 - knee) * (beyond / (1 + beyond));
}

/** Where the way from the anchor through the colour leaves the gamut: 1 at the colour itself. */
function edgeShare(anchor: number, lightness: number, a: number, b: number): number {
  let [inside, outside] = [0, 4];
  for (let round = 0; round < 20; round++) {
    const share = (inside + outside) / 2;
    const colour: Triple = [anchor + (lightness - anchor) * share, a * share, b * share];
    linearFromOklab(colour);
    if (colour.every((value) => value >= -1e-4 && value <= 1)) inside = share;
    else outside = share;
  }
  return Math.max(1e-3, inside);
}

function oklabFromLinear(colour: Triple): void {
  const [red, green, blue] = colour;
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  colour[0] = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  colour[1] = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  colour[2] = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
}

function linearFromOklab(colour: Triple): void {
  const [lightness, a, b] = colour;
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  colour[0] = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  colour[1] = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  colour[2] = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
}
