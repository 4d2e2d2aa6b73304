import { type Triple, clamp, luminanceOf } from './colour.js';
import type { LightSource, PromptLight } from './light-prompt.js';
import { type Plane, gaussianBlur, mapPlane, meanOf, placeOf, planeOf } from './plane.js';
import type { Planes } from './shrink.js';

/** The light of a prompt at each place of a small grid. */
export type WordsLight = {
  /** Relative light: 1 leaves a place as it is. */
  readonly level: Plane;
  /** Its colour, at luminance 1. */
  readonly colours: Planes;
};

/** Share of the light that comes from everywhere, for neither hard nor soft light. */
const FILL = { usual: 0.2, byHardness: 0.17, least: 0.05, most: 0.33 } as const;
/** How far outside the picture's middle a light stands, and how far before it; 1 is half the picture's side. */
const DISTANCE = { even: 1.35, pool: 1 } as const;
const HEIGHT = { even: 0.8, pool: 0.45 } as const;
/** Power of the distance's square: lights of several colours stay apart, and a pool is darker round it. */
const FALL_OFF = { one: 1, several: 1.6, pool: 0.8 } as const;
/** How far in the roundness of a body goes, as a share of the picture's longer side. */
const ROUNDNESS = 0.09;
const BRIGHTENING_STOPS = 1.3;
/** Share of the way to the wanted mean of the scene. */
const TO_MEAN = { brighter: 0.93, darker: 0.7 } as const;

/**
 * @param low Low-frequency linear luminance of the picture.
 * @param subject How sure a cell is the subject, 0–1.
 */
export function wordsLight(words: PromptLight, low: Plane, subject: Plane): WordsLight {
  const { width, height } = low;
  const fill = clamp(FILL.usual - FILL.byHardness * words.hardness, FILL.least, FILL.most);
  const shape = shapeOf(subject);
  const sources = words.sources.map((source) => ({
    source,
    light: sourceLight(
      source,
      words,
      subject,
      shape,
      words.sources.length > 1 ? FALL_OFF.several : FALL_OFF.one,
    ),
  }));
  const power = words.sources.reduce((sum, source) => sum + source.power, 0);
  const exposure = words.exposure + towardsMean(words, meanOf(low));
  const planes = [0, 1, 2].map((channel) =>
    planeOf(width, height, (cell) => {
      const sum = sources.reduce(
        (total, { source, light }) => total + source.power * source.colour[channel]! * light.data[cell]!,
        0,
      );
      return fill * words.fill[channel]! + ((1 - fill) * sum) / power;
    }),
  );
  const luminance = planeOf(width, height, (cell) => luminanceOf(...colourAt(planes, cell)));
  const [red, green, blue] = planes.map((plane) =>
    mapPlane(plane, (value, cell) => value / luminance.data[cell]!),
  );
  const level = mapPlane(luminance, (value, cell) => {
    // What it does to the subject needs its outline at full size: `rim-light`.
    const behind = Math.min(1.2, words.behind) * (1 - subject.data[cell]!) * 0.5;
    return 2 ** (exposure + towardsDark(Math.log2(value) + behind));
  });
  return { level, colours: { red: red!, green: green!, blue: blue! } };
}

/** Real light is mostly taken away: brightening levels off, so that the lit side does not burn out. */
function towardsDark(stops: number): number {
  return stops > 0 ? BRIGHTENING_STOPS * Math.tanh(stops / BRIGHTENING_STOPS) : Math.max(-4, stops);
}

/** Stops towards the brightness that a scene of this kind has. */
function towardsMean({ atLeast, atMost }: PromptLight, mean: number): number {
  const floor = 0.0003;
  if (mean < atLeast) return TO_MEAN.brighter * Math.log2((atLeast + floor) / (mean + floor));
  if (mean > atMost) return TO_MEAN.darker * Math.log2((atMost + floor) / (mean + floor));
  return 0;
}

/** Falls off with the square of the distance to the light; its mean over the picture is 1. */
function sourceLight(
  source: LightSource,
  words: PromptLight,
  subject: Plane,
  shape: Shape,
  fallOff: number,
): Plane {
  const { from, at, pool } = source;
  const isSided = from[0] !== 0 || from[1] !== 0;
  if (!isSided && !at && pool === 0) return mapPlane(subject, () => 1);
  const reach = DISTANCE.even + (DISTANCE.pool - DISTANCE.even) * pool;
  const height = HEIGHT.even + (HEIGHT.pool - HEIGHT.even) * pool;
  const [x0, y0] = at ?? [from[0] * reach, from[1] * reach];
  const relief = 1 + 0.5 * words.hardness;
  const light = planeOf(subject.width, subject.height, (cell) => {
    const { x, y } = placeOf(cell, subject.width, subject.height);
    const towards = shape.across.data[cell]! * from[0] + shape.down.data[cell]! * from[1];
    const facing = clamp(1 + relief * towards, 0.12, 2.1);
    const beams =
      words.shafts > 0
        ? shaft(Math.atan2((y0 - y) * x0 - (x0 - x) * y0, (x0 - x) * x0 + (y0 - y) * y0), words.shafts)
        : 1;
    return (
      (facing * beams) /
      (height * height + (x - x0) ** 2 + (y - y0) ** 2) ** (fallOff + FALL_OFF.pool * pool * pool)
    );
  });
  const mean = meanOf(light);
  return mapPlane(light, (value) => value / mean);
}

/** Light and shade by the angle from the middle of the picture, seen from the light; no side is lighter as a whole. */
function shaft(angle: number, amount: number): number {
  const wave = Math.cos(angle * 10) + 0.7 * Math.cos(angle * 18) + 0.6 * Math.sin(angle * 29);
  return Math.exp(0.8 * amount * wave);
}

/** Where the subject's surface turns to, −1 to 1: its outline curves away from the viewer. */
type Shape = { readonly across: Plane; readonly down: Plane };

function shapeOf(subject: Plane): Shape {
  const { width, height, data } = subject;
  const sigma = Math.max(width, height) * ROUNDNESS;
  const smooth = gaussianBlur(subject, sigma).data;
  const slope = (cell: number, before: number, after: number): number =>
    clamp((smooth[before]! - smooth[after]!) * 0.5 * sigma * 2.5, -1, 1) * data[cell]!;
  const last = { x: width - 1, y: height - 1 };
  return {
    across: planeOf(width, height, (cell) => {
      const x = cell % width;
      return slope(cell, cell - (x > 0 ? 1 : 0), cell + (x < last.x ? 1 : 0));
    }),
    down: planeOf(width, height, (cell) => {
      const y = Math.floor(cell / width);
      return slope(cell, cell - (y > 0 ? width : 0), cell + (y < last.y ? width : 0));
    }),
  };
}

function colourAt(planes: readonly Plane[], cell: number): Triple {
  return [planes[0]!.data[cell]!, planes[1]!.data[cell]!, planes[2]!.data[cell]!];
}
