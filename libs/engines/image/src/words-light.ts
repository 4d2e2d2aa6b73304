import { type Triple, clamp, mix } from './colour.js';
import type { PromptLight } from './light-prompt.js';
import { type Plane, placeOf, planeOf } from './plane.js';

/** Without guide or prompt: a soft key from the upper left, as in a portrait studio. */
export const DEFAULT_LIGHT: PromptLight = {
  from: [-0.7, -0.5],
  centred: 0.25,
  behind: 0,
  exposure: 0.12,
  hardness: 0.1,
  colour: [1.06, 1, 0.9],
  counterColour: [0.96, 1, 1.07],
  saturation: 0,
};
const BRIGHTENING_STOPS = 1;

/** Relative light of a prompt: 1 leaves a place as it is. */
export function wordLight(words: PromptLight, subject: Plane): Plane {
  const { width, height } = subject;
  const slope = Math.hypot(...words.from) * (1.25 + 0.7 * words.hardness);
  return planeOf(width, height, (cell) => {
    const { x, y, distance } = placeOf(cell, width, height);
    const side = alongLight(words, x, y) * Math.max(0, slope);
    const pool = words.centred * (0.55 - 1.4 * distance * distance);
    const behind = Math.min(1.2, words.behind) * (0.5 - 1.9 * subject.data[cell]!);
    return 2 ** towardsDark(words.exposure + side + pool + behind);
  });
}

/** Real light is mostly taken away: brightening levels off at one stop, so that the lit side does not burn out. */
function towardsDark(stops: number): number {
  return stops > 0 ? BRIGHTENING_STOPS * Math.tanh(stops / (BRIGHTENING_STOPS * 1.4)) : Math.max(-4, stops);
}

/** −1 far from the light to 1 near it. */
function alongLight({ from }: PromptLight, x: number, y: number): number {
  const length = Math.hypot(...from);
  return length === 0 ? 0 : clamp((x * from[0] + y * from[1]) / length, -1, 1);
}

/** Multiplies a place's colour factors by the colour that the prompt's light has there. */
export function tintByWords(
  factors: Triple,
  words: PromptLight,
  { x, y }: { x: number; y: number },
  share: number,
): void {
  const hasSide = words.from[0] !== 0 || words.from[1] !== 0;
  // Two colours need two sides: without a direction the first comes from the left.
  const side = hasSide ? alongLight(words, x, y) : -x;
  const near = clamp(0.5 + 0.75 * side, 0, 1);
  for (let channel = 0; channel < 3; channel++) {
    factors[channel]! *= mix(words.counterColour[channel]!, words.colour[channel]!, near) ** (0.75 * share);
  }
}
