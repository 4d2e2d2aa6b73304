import {
  ENCODED_OF_LINEAR,
  ENCODED_STEPS,
  LINEAR_OF_BYTE,
  LINEAR_OF_TONE,
  LUMINANCE,
  TONE_STEPS,
  UNIT_OF_BYTE,
  clamp,
  smoothStep,
} from './colour.js';
import type { ColourCube } from './colour-cube.js';
import { GAMUT_CUBE, GAMUT_KNEE, GAMUT_REACH } from './gamut.js';
import type { GuidedBase } from './guided-filter.js';
import { FACTOR_OF_STOPS, type Lift, STOPS_REACH, STOP_STEPS, answerOf } from './light-tone.js';
import { dithered } from './noise.js';
import type { Rows } from './plane-rows.js';
import type { Plane } from './plane.js';
import type { Raster } from './raster.js';
import type { RimLight } from './rim-light.js';
import { shareAt, type SubjectShare } from './subject-share.js';

/** Texture (encoded) below the first is noise, which no light raises; above the second it is all the picture's. */
const NOISE = { from: 0.005, to: 0.02 } as const;
/** Keeps ratios of near-black encoded values sane. */
const TOE = 0.02;

/** What the pixel loop reads along a row. */
export type RelightPlanes = {
  /** Stops of light as a straight line of the base, for tones that can answer it. */
  readonly lightSlope: Plane;
  readonly lightOffset: Plane;
  /** The colour of the light, as factors that keep luminance. */
  readonly red: Plane;
  readonly green: Plane;
  readonly blue: Plane;
  /** Share of the new picture against the original, where it is not all of it. */
  readonly share?: Plane;
  readonly glow?: Plane;
  /** Where a light from behind touches the subject. */
  readonly rim?: Plane;
} & GuidedBase &
  Partial<SubjectShare>;

export type RelightWork = {
  readonly planes: RelightPlanes;
  readonly lift: Lift;
  readonly cube?: ColourCube;
  readonly texture: TextureRule;
  readonly keepsBackground: boolean;
  readonly rim?: RimLight;
};

/** How much of the detail is kept as the light changes. */
type TextureRule = {
  /** 0 lets it follow the light, 1 keeps its amplitude. */
  readonly kept: number;
  /** Factor on all of it. */
  readonly scale: number;
  /** Factor that a picture brought out of the dark as a whole has earned. */
  readonly earned: number;
};

/** Encoded colours along a row, beyond 1 where the light goes beyond white, and how far each is in front. */
export type LitRow = Readonly<Record<'red' | 'green' | 'blue' | 'inFront', Float32Array>>;

export function litRow(width: number): LitRow {
  const values = (): Float32Array => new Float32Array(width);
  return { red: values(), green: values(), blue: values(), inFront: values() };
}

/** One long function on purpose, like `finishRow`: it runs for every pixel, and calls would slow it down. */
export function lightRow(
  raster: Raster,
  y: number,
  work: RelightWork,
  row: Rows<RelightPlanes>,
  lit: LitRow,
): void {
  const { data, width, channels } = raster;
  const { limits } = work.lift;
  const { kept, scale, earned } = work.texture;
  const { slope, offset, lightSlope, lightOffset, red: reds, green: greens, blue: blues } = row;
  const masked = row.shareOffset && (row as Rows<SubjectShare>);
  const { rim } = work;
  for (let x = 0, pixel = y * width * channels; x < width; x++, pixel += channels) {
    const oldRed = data[pixel]!;
    const oldGreen = data[pixel + 1]!;
    const oldBlue = data[pixel + 2]!;
    const luma = (LUMINANCE.red * oldRed + LUMINANCE.green * oldGreen + LUMINANCE.blue * oldBlue) / 255;
    const base = clamp(slope[x]! * luma + offset[x]!, 0, 1);
    const texture = luma - base;

    // The base takes the light and its texture comes along, so that no shoulder flattens it.
    const dark = Math.min(base, luma + TOE);
    let stops = lightSlope[x]! * base + lightOffset[x]!;
    let touched = 0;
    let inFront = 1;
    if (masked) {
      inFront = shareAt(masked, x, UNIT_OF_BYTE[oldRed]!, UNIT_OF_BYTE[oldGreen]!, UNIT_OF_BYTE[oldBlue]!);
      if (rim) {
        touched = inFront * row.rim![x]!;
        stops += touched * rim.rimStops - inFront * rim.frontStops;
      }
    }
    stops = clamp(stops, -STOPS_REACH, STOPS_REACH);
    const light = Math.min(
      FACTOR_OF_STOPS[((stops + STOPS_REACH) * STOP_STEPS) | 0]!,
      limits[(dark * TONE_STEPS) | 0]!,
    );
    let linearRed = LINEAR_OF_BYTE[oldRed]!;
    let linearGreen = LINEAR_OF_BYTE[oldGreen]!;
    let linearBlue = LINEAR_OF_BYTE[oldBlue]!;
    const highestLight = Math.max(linearRed, linearGreen, linearBlue);
    const luminance = LUMINANCE.red * linearRed + LUMINANCE.green * linearGreen + LUMINANCE.blue * linearBlue;
    linearRed *= reds[x]!;
    linearGreen *= greens[x]!;
    linearBlue *= blues[x]!;
    if (touched > 0) {
      linearRed *= 1 + (rim!.colour[0] - 1) * Math.min(1, touched);
      linearGreen *= 1 + (rim!.colour[1] - 1) * Math.min(1, touched);
      linearBlue *= 1 + (rim!.colour[2] - 1) * Math.min(1, touched);
    }
    const coloured = LUMINANCE.red * linearRed + LUMINANCE.green * linearGreen + LUMINANCE.blue * linearBlue;
    const tone = LINEAR_OF_TONE[(base * TONE_STEPS) | 0]!;
    const answer = answerOf(light, tone, luminance, highestLight, coloured);
    let red = encodedLight(linearRed * answer);
    let green = encodedLight(linearGreen * answer);
    let blue = encodedLight(linearBlue * answer);

    const newLuma = LUMINANCE.red * red + LUMINANCE.green * green + LUMINANCE.blue * blue + TOE;
    const ratio = newLuma / (luma + TOE);
    let wanted = (ratio + (earned - ratio) * kept) * scale;
    if (wanted > scale)
      wanted += (scale - wanted) * (1 - smoothStep(NOISE.from, NOISE.to, Math.abs(texture)));
    const carried = Math.max(0.2, 1 + ((wanted - ratio) * texture) / newLuma);
    red *= carried;
    green *= carried;
    blue *= carried;

    lit.red[x] = red;
    lit.green[x] = green;
    lit.blue[x] = blue;
    lit.inFront[x] = inFront;
  }
}

/**
 * Brings the colours into the gamut, grades them and writes them to the picture. Separate from `lightRow`, because in one
 * function the compiler does not inline the calls, which costs a sixth of the time.
 */
export function finishRow(
  raster: Raster,
  y: number,
  work: RelightWork,
  row: Rows<RelightPlanes>,
  lit: LitRow,
): void {
  const { data, width, channels } = raster;
  const { cube, keepsBackground } = work;
  const { glow, share: shares } = row;
  const colour = new Float32Array(3);
  for (let x = 0, pixel = y * width * channels; x < width; x++, pixel += channels) {
    const oldRed = data[pixel]!;
    const oldGreen = data[pixel + 1]!;
    const oldBlue = data[pixel + 2]!;
    const red = lit.red[x]!;
    const green = lit.green[x]!;
    const blue = lit.blue[x]!;
    colour[0] = red;
    colour[1] = green;
    colour[2] = blue;
    const highest = Math.max(red, green, blue);
    if (highest > GAMUT_KNEE) {
      const beyond = highest - Math.max(GAMUT_KNEE, Math.max(oldRed, oldGreen, oldBlue) / 255);
      if (beyond > 0) {
        const most = Math.min(1, GAMUT_REACH / highest) / GAMUT_REACH;
        colour[0] = red * most;
        colour[1] = green * most;
        colour[2] = blue * most;
        GAMUT_CUBE.apply(colour);
        const share = smoothStep(0, 0.1, beyond);
        colour[0] = red + (colour[0] - red) * share;
        colour[1] = green + (colour[1] - green) * share;
        colour[2] = blue + (colour[2] - blue) * share;
      }
    }
    if (glow) {
      const dark = 1 - glow[x]!;
      colour[0] = 1 - (1 - colour[0]) * dark;
      colour[1] = 1 - (1 - colour[1]) * dark;
      colour[2] = 1 - (1 - colour[2]) * dark;
    }
    if (cube) {
      colour[0] = clamp(colour[0], 0, 1);
      colour[1] = clamp(colour[1], 0, 1);
      colour[2] = clamp(colour[2], 0, 1);
      cube.apply(colour);
    }
    if (shares) {
      const share = shares[x]! * (keepsBackground ? lit.inFront[x]! : 1);
      colour[0] = UNIT_OF_BYTE[oldRed]! + (colour[0] - UNIT_OF_BYTE[oldRed]!) * share;
      colour[1] = UNIT_OF_BYTE[oldGreen]! + (colour[1] - UNIT_OF_BYTE[oldGreen]!) * share;
      colour[2] = UNIT_OF_BYTE[oldBlue]! + (colour[2] - UNIT_OF_BYTE[oldBlue]!) * share;
    }
    data[pixel] = dithered(colour[0], x, y);
    data[pixel + 1] = dithered(colour[1], x, y);
    data[pixel + 2] = dithered(colour[2], x, y);
  }
}

/** Beyond white by the power law: the encoded value of eight times the light. */
function encodedLight(linear: number): number {
  return linear <= 1
    ? ENCODED_OF_LINEAR[(linear * ENCODED_STEPS + 0.5) | 0]!
    : (ENCODED_OF_LINEAR[(Math.min(1, linear / 8) * ENCODED_STEPS + 0.5) | 0]! + 0.055) * BEYOND - 0.055;
}

const BEYOND = 8 ** (1 / 2.4);
