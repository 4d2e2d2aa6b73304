import { type Triple, clamp, luminanceOf, mix, smoothStep } from './colour.js';
import { ColourCube } from './colour-cube.js';
import type { Grade } from './grade.js';

/** The grade as a cube; undefined for one that changes nothing. */
export function gradeCube(grade: Grade, pivot: number): ColourCube | undefined {
  const { shadowTint, highlightTint, ...scalars } = grade;
  const values = [...Object.values(scalars), ...shadowTint, ...highlightTint];
  if (values.every((value) => value === 0)) return undefined;
  return new ColourCube((colour) => gradeColour(colour, grade, pivot));
}

/**
 * Grades an encoded colour (0–1) in place.
 * @param pivot The encoded value that contrast leaves alone: the picture's own middle, so that a dark picture
 * gains contrast too instead of only sinking.
 */
export function gradeColour(colour: Triple, grade: Grade, pivot: number): void {
  for (let channel = 0; channel < 3; channel++) colour[channel] = toneCurve(colour[channel]!, grade, pivot);
  tint(colour, grade);
  saturate(colour, grade);
}

function toneCurve(value: number, { brightness, contrast, whites, blacks }: Grade, pivot: number): number {
  let out = clamp(value, 0, 1) ** (2 ** -brightness);
  out = contrastCurve(out, contrast, pivot);
  const dark = 1 - out;
  return clamp(out + whites * 0.3 * out * out * out + blacks * 0.25 * dark * dark * dark, 0, 1);
}

/** Above neutral an S through black, pivot and white that cannot clip; below it a straight line that leaves black alone. */
function contrastCurve(value: number, contrast: number, pivot: number): number {
  const steepness = 2 ** contrast;
  if (steepness <= 1) return value + (pivot - value) * (1 - steepness) * smoothStep(0, 0.25, value);
  if (value < pivot) return pivot * (value / pivot) ** steepness;
  return 1 - (1 - pivot) * ((1 - value) / (1 - pivot)) ** steepness;
}

function tint(colour: Triple, { warmth, shadowTint, highlightTint }: Grade): void {
  const luma = luminanceOf(...colour);
  // Black and white stay without a cast: the shift is largest in the middle of its half.
  const body = Math.sqrt(Math.max(0, luma * (1 - luma))) * 2;
  const dark = (1 - luma) * body;
  const bright = luma * body;
  colour[0] += warmth * 0.12 * body + shadowTint[0] * dark + highlightTint[0] * bright;
  colour[1] += warmth * 0.015 * body + shadowTint[1] * dark + highlightTint[1] * bright;
  colour[2] += -warmth * 0.14 * body + shadowTint[2] * dark + highlightTint[2] * bright;
  const drift = luminanceOf(...colour) - luma;
  for (let channel = 0; channel < 3; channel++) colour[channel]! -= drift;
}

function saturate(colour: Triple, { saturation, vibrance }: Grade): void {
  if (saturation === 0 && vibrance === 0) return;
  const luma = luminanceOf(...colour);
  const spread = Math.max(...colour) - Math.min(...colour);
  const amount = Math.max(0, 1 + saturation + vibrance * (1 - clamp(spread, 0, 1)));
  for (let channel = 0; channel < 3; channel++) colour[channel] = mix(luma, colour[channel]!, amount);
}
