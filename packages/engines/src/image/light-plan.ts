import { LINEAR_OF_BYTE, type Triple, clamp, encodedOf, luminanceOf, mix } from './colour.js';
import { type LightPlan, carriedLuminance, shiftedBy, stopsBetween } from './light-field.js';
import { defaultLight, type PromptLight } from './light-prompt.js';
import { randomFrom } from './seeded-random.js';
import { resample } from './plane-rows.js';
import { type Plane, gaussianBlur, mapPlane, meanOf, placeOf, planeOf } from './plane.js';
import { type Raster, gridWithin } from './raster.js';
import { type RelightLook, TRANSFER_AMOUNTS, TRANSFER_SHAPES, type TransferShape } from './relight-looks.js';
import type { RelightSettings } from './relight-settings.js';
import { type Planes, luminancePlane, mapPlanes, shrink } from './shrink.js';
import { type WordsLight, wordsLight } from './words-light.js';

/** The picture whose light is wanted, or a drawing of the light itself. */
export type LightGuide = {
  readonly kind: 'reference' | 'lightmap';
  readonly raster: Raster;
};

/** What is known about the picture on the same small grid. */
export type LightScene = {
  /** Linear colour. */
  readonly linear: Planes;
  /** How sure a cell is skin, 0–1. */
  readonly faces: Plane;
  /** How sure a cell is the subject, 0–1. */
  readonly subject: Plane;
};

/** Light finer than this share of the longer side is taken for texture. */
const LIGHT_SCALE = 0.05;
/** The same in a reference, whose things are none of its light. */
const REFERENCE_SCALE = 0.085;
const COLOUR_SCALE = 0.1;
/** Share of the reference's colour that is taken for the colour of its light, the rest for that of its things. */
const COLOUR_SHARE = { subject: 0.38, background: 0.7, lightmap: 0.85 } as const;
/** Share of the colour that words ask for. */
const WORDS_COLOUR_SHARE = 0.85;
/** How much of the old light a prompt clears away before it sets its own. */
const PROMPT_CLEARING = 0.2;

/** Share of a thing's own colour by which the luminance of coloured light is kept. */
const OWN_COLOUR = 0.25;

/** Plans the new light from guide, prompt and settings. @param said What the prompt asks for. */
export function planLight(
  scene: LightScene,
  guide: LightGuide | undefined,
  settings: RelightSettings,
  look: RelightLook,
  said: PromptLight | undefined,
): LightPlan {
  const shape: TransferShape = TRANSFER_SHAPES[settings.transferLightB];
  const { width, height } = scene.linear.red;
  const scale = guide?.kind === 'reference' ? REFERENCE_SCALE : LIGHT_SCALE;
  const sigma = Math.max(width, height) * scale * Math.min(4, look.spread * shape.spread);
  const low = carriedLuminance(scene.linear, sigma);
  const spoken = said ?? (guide ? undefined : defaultLight(settings.prompt));
  const words = spoken && wordsLight(spoken, low, scene.subject);
  const wanted = wantedLuminance(low, guide, words, sigma, shape.isReversed);
  const amounts = amountPlane(scene, settings, look, shape);
  const tilt = variation(settings);
  const stops = mapPlane(stopsBetween(low, wanted), (value, cell) => {
    const amount = amounts.data[cell]!;
    return shape.limit * Math.tanh((value * amount) / shape.limit) + tilt(cell, low) * Math.min(1, amount);
  });
  const colours = colourPlanes(scene, guide, words, settings, look.colour * shape.colour);
  return { stops, target: shiftedBy(low, stops), colours, sigma };
}

function wantedLuminance(
  low: Plane,
  guide: LightGuide | undefined,
  words: WordsLight | undefined,
  sigma: number,
  isReversed: boolean,
): Plane {
  const base = guide ? guideLuminance(low, guide, sigma) : clearedLight(low);
  const lit = words ? multiply(base, words.level) : base;
  if (!isReversed) return lit;
  return mapPlane(lit, (_, cell) => lit.data[lit.data.length - 1 - cell]!);
}

function guideLuminance(low: Plane, { raster }: LightGuide, sigma: number): Plane {
  const small = luminancePlane(shrink(raster, gridWithin(raster, 128), LINEAR_OF_BYTE));
  return gaussianBlur(resample(small, low.width, low.height), sigma);
}

function clearedLight(low: Plane): Plane {
  const mean = Math.max(0.02, meanOf(low));
  return mapPlane(low, (value) => Math.max(value, 1e-4) ** (1 - PROMPT_CLEARING) * mean ** PROMPT_CLEARING);
}

function multiply(base: Plane, factor: Plane): Plane {
  return mapPlane(base, (value, cell) => value * factor.data[cell]!);
}

function amountPlane(
  { linear, faces, subject }: LightScene,
  settings: RelightSettings,
  look: RelightLook,
  shape: TransferShape,
): Plane {
  const { width, height } = subject;
  const strength = settings.interpolateFromOriginal ? 1 : settings.lightTransferStrength / 100;
  const amount = TRANSFER_AMOUNTS[settings.transferLightA];
  const tones = gaussianBlur(luminancePlane(linear), Math.max(width, height) * 0.01);
  return planeOf(width, height, (cell) => {
    const transfer = mix(amount.rest, amount.faces, faces.data[cell]!);
    const tone = clamp(encodedOf(tones.data[cell]!), 0, 1);
    return strength * transfer * look.reach * shape.at(tone, placeOf(cell, width, height).distance);
  });
}

/** A slight tilt of the light in stops; seed 0 and fixed generations have none. */
function variation({ seed, fixedGeneration }: RelightSettings): (cell: number, plane: Plane) => number {
  if (fixedGeneration || seed === 0) return () => 0;
  const random = randomFrom(seed);
  const across = (random() - 0.5) * 0.4;
  const down = (random() - 0.5) * 0.4;
  return (cell, { width, height }) => {
    const { x, y } = placeOf(cell, width, height);
    return across * x + down * y;
  };
}

function colourPlanes(
  scene: LightScene,
  guide: LightGuide | undefined,
  words: WordsLight | undefined,
  settings: RelightSettings,
  amount: number,
): Planes {
  const { width, height } = scene.subject;
  const strength = settings.interpolateFromOriginal ? 1 : settings.lightTransferStrength / 100;
  const sigma = Math.max(width, height) * COLOUR_SCALE;
  const old = mapPlanes(scene.linear, (plane) => gaussianBlur(plane, sigma));
  const light = guide ? guideColours(guide, width, height, sigma) : undefined;
  const planes = [0, 1, 2].map(() => planeOf(width, height, () => 1));
  for (let cell = 0; cell < width * height; cell++) {
    const here = at(old, cell);
    const factors: Triple = [1, 1, 1];
    if (light)
      tintLike(
        factors,
        at(light, cell),
        guide!.kind,
        here,
        colourShare(guide!, scene, cell) * strength * amount,
      );
    if (words) tintLikeWords(factors, at(words.colours, cell), strength * amount);
    keepLuminance(factors, here);
    for (let channel = 0; channel < 3; channel++) planes[channel]!.data[cell] = factors[channel]!;
  }
  return { red: planes[0]!, green: planes[1]!, blue: planes[2]! };
}

function guideColours({ raster }: LightGuide, width: number, height: number, sigma: number): Planes {
  const small = shrink(raster, gridWithin(raster, 128), LINEAR_OF_BYTE);
  return mapPlanes(small, (plane) => gaussianBlur(resample(plane, width, height), sigma));
}

function colourShare({ kind }: LightGuide, { subject }: LightScene, cell: number): number {
  if (kind === 'lightmap') return COLOUR_SHARE.lightmap;
  return mix(COLOUR_SHARE.background, COLOUR_SHARE.subject, subject.data[cell]!);
}

/** A lightmap's colour is the light's; a reference's is light times things, so the picture's own mean is divided out. */
function tintLike(
  factors: Triple,
  light: Triple,
  kind: LightGuide['kind'],
  here: Triple,
  share: number,
): void {
  const lightLuminance = luminanceOf(...light) + 0.01;
  const hereLuminance = luminanceOf(...here) + 0.01;
  for (let channel = 0; channel < 3; channel++) {
    const wanted = (light[channel]! + 0.01) / lightLuminance;
    const present = kind === 'lightmap' ? 1 : (here[channel]! + 0.01) / hereLuminance;
    factors[channel]! *= clamp(wanted / present, 0.3, 3) ** share;
  }
}

function tintLikeWords(factors: Triple, light: Triple, share: number): void {
  for (let channel = 0; channel < 3; channel++)
    factors[channel]! *= light[channel]! ** (WORDS_COLOUR_SHARE * share);
}

/**
 * Keeps the luminance of things of little colour. A red thing under a blue light is dark: to make up for it would brighten
 * what is around it.
 */
function keepLuminance(factors: Triple, here: Triple): void {
  const before = luminanceOf(...here) + 1e-4;
  const dulled = (channel: 0 | 1 | 2): number => factors[channel] * mix(before, here[channel], OWN_COLOUR);
  const after = luminanceOf(dulled(0), dulled(1), dulled(2));
  for (let channel = 0; channel < 3; channel++) factors[channel]! *= before / after;
}

function at({ red, green, blue }: Planes, cell: number): Triple {
  return [red.data[cell]!, green.data[cell]!, blue.data[cell]!];
}
