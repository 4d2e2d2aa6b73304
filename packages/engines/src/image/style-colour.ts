import {
  type Triple,
  clamp,
  encodedOf,
  fitGamut,
  labFromLinear,
  linearFromLab,
  linearOf,
  luminanceOf,
  mix,
  smoothStep,
} from './colour.js';
import { fleshOf } from './flesh.js';
import { ColourCube } from './colour-cube.js';
import { colourStatistics } from './colour-statistics.js';
import { type LabChange, colourTransfer } from './colour-transfer.js';
import { type Grade, sumGrades } from './grade.js';
import { gradeColour } from './grade-cube.js';
import { type PromptLight, promptLight } from './light-prompt.js';
import { randomFrom } from './seeded-random.js';
import type { Raster } from './raster.js';
import type { StyleLook } from './style-looks.js';
import type { PortraitStyle, StyleTransferSettings } from './style-transfer-settings.js';

/** How far a portrait's skin goes to the reference's colours, as a share of the rest, and what it gets on top. */
const PORTRAITS: Readonly<Record<PortraitStyle, { colour: number; tone: number; grade: Partial<Grade> }>> = {
  standard: { colour: 0.4, tone: 0.55, grade: {} },
  pop: { colour: 0.55, tone: 0.65, grade: { brightness: 0.14, contrast: 0.16, vibrance: 0.25 } },
  super_pop: {
    colour: 0.7,
    tone: 0.75,
    grade: { brightness: 0.22, contrast: 0.34, saturation: 0.1, vibrance: 0.2 },
  },
};
const BEAUTY_GLOW = { beautify_face: 0.06, beautify_face_max: 0.14 } as const;
/** Radians that hues turn at most. */
const HUES = { flesh: 0.2, clear: 1.05 } as const;
/** How far a face and its hair go to the reference: L*, and distance in a*b*, the share of it growing with their own colour. */
const HELD = { lightness: 2.5, colour: 0.5, colourShare: 0.12 } as const;
/** Share of itself that black keeps, and the L* from which on a tone moves freely. */
const BLACK = { held: 0.7, until: 24 } as const;
const PIVOT = 0.5;
const TONE_BANDS = 6;

/** The colour change of the whole picture, and that of faces with their hair and of a portrait's skin, which stay near their own. */
export function styleCubes(
  raster: Raster,
  reference: Raster,
  settings: StyleTransferSettings,
  look: StyleLook,
  isPainted: boolean,
): { whole: ColourCube; held: ColourCube } {
  const change = colourTransfer(colourStatistics(raster), colourStatistics(reference));
  // Reading words takes longer than the rest of a small picture.
  const words = settings.prompt.trim() === '' ? undefined : promptLight(settings.prompt);
  const strength = settings.styleStrength / 100;
  const styled = styleOf(isPainted ? change : holdingBlack(change), settings, look, words);
  const face = styleOf(change, settings, settings.isPortrait ? portraitLook(look, settings) : look, words);
  const spoken = { grade: spokenGrade(words), amount: strength };
  const said = sumGrades(spoken);
  const asked = sumGrades(spoken, {
    grade: settings.isPortrait ? portraitGrade(settings) : {},
    amount: strength,
  });
  return {
    whole: new ColourCube((colour) => {
      styled(colour);
      gradeColour(colour, said, PIVOT);
    }),
    held: new ColourCube((colour) => {
      const before: Triple = [...colour];
      face(colour);
      holdNear(colour, before, strength);
      gradeColour(colour, asked, PIVOT);
    }),
  };
}

function portraitLook(look: StyleLook, { portraitStyle }: StyleTransferSettings): StyleLook {
  const { colour, tone } = PORTRAITS[portraitStyle];
  return { ...look, colour: look.colour * colour, tone: look.tone * tone };
}

/** What a portrait asks for on top. */
function portraitGrade({ portraitStyle, portraitBeautifier }: StyleTransferSettings): Partial<Grade> {
  const beauty = portraitBeautifier ? BEAUTY_GLOW[portraitBeautifier] : 0;
  return sumGrades(
    { grade: PORTRAITS[portraitStyle].grade, amount: 1 },
    { grade: { brightness: beauty, blacks: beauty }, amount: 1 },
  );
}

/** The change of an encoded colour by reference, look and the colour of the words. */
function styleOf(
  transfer: LabChange,
  settings: StyleTransferSettings,
  look: StyleLook,
  words: PromptLight | undefined,
): (colour: Triple) => void {
  const strength = settings.styleStrength / 100;
  const grade = sumGrades({ grade: look.grade, amount: strength });
  const turn = variation(settings) * strength;
  return (colour) => {
    const styled: Triple = [linearOf(colour[0]), linearOf(colour[1]), linearOf(colour[2])];
    if (strength > 0) restyle(styled, fleshOf(...colour), transfer, look, strength, turn);
    if (words) tintByWords(styled, words, strength);
    fitGamut(styled);
    for (let channel = 0; channel < 3; channel++) colour[channel] = encodedOf(clamp(styled[channel]!, 0, 1));
    gradeColour(colour, grade, PIVOT);
  };
}

function restyle(
  linear: Triple,
  flesh: number,
  transfer: LabChange,
  look: StyleLook,
  strength: number,
  turn: number,
): void {
  labFromLinear(linear);
  const moved: Triple = [...linear];
  transfer(moved);
  boundHue(moved, linear, flesh);
  linear[0] = bandTone(mix(linear[0], moved[0], look.tone * strength), look.banding * strength);
  linear[1] = mix(linear[1], moved[1], look.colour * strength);
  linear[2] = mix(linear[2], moved[2], look.colour * strength);
  turnHue(linear, turn + look.hueSwing * strength * (1 - 0.7 * flesh) * (linear[0] / 100 - 0.4));
  linearFromLab(linear);
}

/** Black stays nearly black: a photograph without any would lay a veil on it. Paint and paper have their own. */
function holdingBlack(transfer: LabChange): LabChange {
  return (colour) => {
    const before: Triple = [...colour];
    transfer(colour);
    const black = BLACK.held * (1 - smoothStep(0, BLACK.until, before[0]));
    for (let channel = 0; channel < 3; channel++)
      colour[channel] = mix(colour[channel]!, before[channel]!, black);
  };
}

/** Takes an encoded colour back to near what it was before, so that it stays that of the same skin or hair. */
function holdNear(colour: Triple, before: Triple, strength: number): void {
  if (strength === 0) return;
  const [from, to] = [before, colour].map((encoded) => {
    const lab = encoded.map(linearOf) as Triple;
    labFromLinear(lab);
    return lab;
  }) as [Triple, Triple];
  const moved = Math.hypot(to[1] - from[1], to[2] - from[2]);
  const most = strength * (HELD.colour + HELD.colourShare * Math.hypot(from[1], from[2]));
  const share = moved > 0 ? atMost(most, moved) / moved : 0;
  const held: Triple = [
    from[0] + atMost(strength * HELD.lightness, to[0] - from[0]),
    mix(from[1], to[1], share),
    mix(from[2], to[2], share),
  ];
  linearFromLab(held);
  fitGamut(held);
  for (let channel = 0; channel < 3; channel++) colour[channel] = encodedOf(clamp(held[channel]!, 0, 1));
}

/** Small values as they are; larger ones approach the limit. */
function atMost(limit: number, value: number): number {
  return limit * Math.tanh(value / limit);
}

/**
 * Keeps a colour's hue near what it was: skin and hair within {@link HUES}.flesh, whatever else has a clear hue within a sixth
 * of the circle; what is nearly grey takes any. The turn is a sine of the one asked for, so that hues on both sides of the
 * opposite one are not torn apart.
 */
function boundHue(moved: Triple, from: Triple, flesh: number): void {
  const strength = Math.hypot(from[1], from[2]);
  const clear = smoothStep(6, 26, strength);
  const held = Math.max(flesh, clear);
  if (held <= 0) return;
  const hue = Math.atan2(from[2], from[1]);
  const asked = Math.atan2(moved[2], moved[1]) - hue;
  const turned = hue + mix(HUES.clear, HUES.flesh, flesh) * Math.sin(asked);
  const wanted = Math.hypot(moved[1], moved[2]);
  const reached = mix(wanted, clamp(wanted, 0.75 * strength, 1.3 * strength), flesh);
  moved[1] = mix(moved[1], reached * Math.cos(turned), held);
  moved[2] = mix(moved[2], reached * Math.sin(turned), held);
}

/** Gathers lightness around a few levels; the steps stay soft, so that gradients do not tear. */
function bandTone(lightness: number, amount: number): number {
  if (amount <= 0) return lightness;
  const unit = 100 / TONE_BANDS;
  const within = lightness / unit - Math.round(lightness / unit);
  const gathered = Math.round(lightness / unit) + 4 * within ** 3;
  return mix(lightness, gathered * unit, amount);
}

/** @param turns Whole turns of the hue circle. */
function turnHue(lab: Triple, turns: number): void {
  if (turns === 0) return;
  const cosine = Math.cos(turns * 2 * Math.PI);
  const sine = Math.sin(turns * 2 * Math.PI);
  const [, a, b] = lab;
  lab[1] = a * cosine - b * sine;
  lab[2] = a * sine + b * cosine;
}

function spokenGrade(words: PromptLight | undefined): Partial<Grade> {
  if (!words) return {};
  return { brightness: words.exposure * 0.5, contrast: words.hardness * 0.25, saturation: words.saturation };
}

function tintByWords(linear: Triple, { colour }: PromptLight, strength: number): void {
  const before = luminanceOf(...linear);
  for (let channel = 0; channel < 3; channel++) linear[channel]! *= colour[channel]! ** (0.6 * strength);
  const after = luminanceOf(...linear);
  if (after <= 0) return;
  for (let channel = 0; channel < 3; channel++) linear[channel]! *= before / after;
}

/** A slight turn of hue; seed 0 and fixed generations have none. */
function variation({ seed, fixedGeneration }: StyleTransferSettings): number {
  return fixedGeneration || seed === 0 ? 0 : (randomFrom(seed)() - 0.5) * 0.03;
}
