import { type Triple, clamp, luminanceOf, mix } from './colour.js';
import { type LightPhrase, type LightPhrases, type Vector, readPhrases } from './light-phrases.js';
import type { LightWord } from './light-vocabulary.js';

/** One lamp, or the sun. Colours have luminance 1. */
export type LightSource = {
  /** Side it comes from, of length 1, or [0, 0] from the front. */
  readonly from: Vector;
  /** Where it hangs, for a lamp in the picture. */
  readonly at?: Vector;
  readonly colour: Triple;
  /** Share of the light that it brings, against the others. */
  readonly power: number;
  /** 0 for light that is nearly even, 1 for a pool of light. */
  readonly pool: number;
};

/** What a whole prompt says about light. */
export type PromptLight = {
  readonly sources: readonly LightSource[];
  /** Colour of all words together. */
  readonly colour: Triple;
  /** Colour of what lights the shadows. */
  readonly fill: Triple;
  /** Light behind the subject, 0–2, and its colour. */
  readonly behind: number;
  readonly behindColour: Triple;
  readonly exposure: number;
  /** Mean linear luminance that the picture should have at least and at most. */
  readonly atLeast: number;
  readonly atMost: number;
  readonly hardness: number;
  readonly shafts: number;
  readonly saturation: number;
};

type StressedWord = LightPhrase['words'][number];

/** Without guide or prompt: a soft key from the upper left, as in a portrait studio. */
const DEFAULT_PHRASE: LightPhrase = {
  sides: [],
  words: [
    {
      word: { from: [-0.7, -0.5], colour: [1.06, 1, 0.9], fill: [0.96, 1, 1.07], exposure: 0.1, pool: 0.2 },
      stress: 1,
    },
  ],
  behind: 0,
  stress: 1,
  share: 1,
};
/** Share of a light's colour in the shadows where nothing else is said: all of it where the light has no side. */
const FILL_TINT = { sided: 0.4, even: 0.8 } as const;
const COUNTER_POWER = { sided: 0.25, even: 0.9 } as const;
const SPOT_POWER = 0.5;

/** The light a prompt asks for, or undefined when none of its words is in the vocabulary. */
export function promptLight(prompt: string): PromptLight | undefined {
  const read = readPhrases(prompt);
  return read.phrases.length === 0 ? undefined : composed(read);
}

/** The light where neither a prompt nor a picture asks for one. */
export function defaultLight(prompt: string): PromptLight {
  return composed({ phrases: [DEFAULT_PHRASE], unwanted: readPhrases(prompt).unwanted });
}

function composed({ phrases, unwanted }: LightPhrases): PromptLight {
  const words = phrases.flatMap((phrase) => phrase.words);
  const rims = phrases.filter(isRim);
  const keys = phrases.filter((phrase) => !isRim(phrase));
  // A rim's colour is its own where something else is said of the rest.
  const lit = keys.length > 0 ? keys : phrases;
  const sided = lit.filter(({ sides }) => sides.length > 0);
  const scene = lit.filter(({ sides }) => sides.length === 0).flatMap((phrase) => phrase.words);
  const sources =
    sided.length > 0
      ? sided.flatMap((phrase) => sidedSources(phrase, scene, sided.length))
      : sceneSources(lit, unwanted);
  const stress = Math.max(1, ...sided.map((phrase) => phrase.stress));
  const own = sided.flatMap((phrase) => phrase.words);
  return {
    sources,
    colour: colourOf(words) ?? [1, 1, 1],
    fill: fillColour(own.length > 0 ? own : scene, sources, hasColour(own) ? scene : []),
    behind: clamp(
      sumOf(words, ({ behind }) => behind) + Math.max(0, ...phrases.map(({ behind }) => behind)),
      0,
      2,
    ),
    behindColour: colourOf(rims.flatMap((phrase) => phrase.words)) ?? colourOf(words) ?? [1, 1, 1],
    exposure: clamp(exposureOf(sided.length > 1 ? sided : [], sided.length > 1 ? scene : words), -2, 1.5),
    atLeast: Math.max(0, ...words.map(({ word }) => word.atLeast ?? 0)),
    atMost: Math.min(1, ...words.map(({ word }) => word.atMost ?? 1)),
    hardness: clamp(sumOf(words, ({ hardness }) => hardness) + stress - 1, -1.2, 1.8),
    shafts: clamp(
      sumOf(words, ({ shafts }) => shafts),
      0,
      1.4,
    ),
    saturation: clamp(
      sumOf(words, ({ saturation }) => saturation),
      -1,
      0.8,
    ),
  };
}

/** Several lights are as bright as the brightest of them. */
function exposureOf(lights: LightPhrase[], scene: StressedWord[]): number {
  const each = lights.map(({ words }) => sumOf(words, ({ exposure }) => exposure));
  return sumOf(scene, ({ exposure }) => exposure) + (each.length > 0 ? Math.max(...each) : 0);
}

function isRim({ words, sides }: LightPhrase): boolean {
  return sides.length === 0 && words.some(({ word }) => word.behind);
}

/** The lights of a phrase that names its side; what it does not say of itself, the words without a side say. */
function sidedSources(phrase: LightPhrase, scene: StressedWord[], phrases: number): LightSource[] {
  const own = hasColour(phrase.words) ? phrase.words : [...phrase.words, ...scene];
  const all = [...phrase.words, ...scene];
  const stress = Math.max(1, ...phrase.words.map((word) => word.stress));
  const power =
    phrases > 1 ? phrase.share * stress * 2 ** sumOf(phrase.words, ({ exposure }) => exposure) : 1;
  const pool = poolOf(all);
  const colour = colourOf(own) ?? [1, 1, 1];
  const bothSides =
    phrase.sides.length > 1 && phrase.sides.some(([x]) => x < 0) && phrase.sides.some(([x]) => x > 0);
  const sides = bothSides ? phrase.sides : [direction(phrase.sides)];
  const counter = phrases === 1 && sides.length === 1 ? counterOf(own) : undefined;
  return [
    ...sides.map((from) => ({ from, colour, power, pool })),
    ...(counter ? [opposite(sides[0]!, counter, pool)] : []),
  ];
}

/** The lights of a prompt that names no side: each from where such light usually comes. */
function sceneSources(phrases: LightPhrase[], unwanted: Vector[]): LightSource[] {
  const words = phrases.flatMap((phrase) => phrase.words);
  const from = wanted(usualSide(words), unwanted);
  const pool = poolOf(words);
  const gels = phrases.filter((phrase) => phrase.words.some(({ word }) => word.gel));
  if (gels.length > 1) {
    const first = direction([from[0] === 0 && from[1] === 0 ? [-1, 0] : from]);
    return gels.map(({ words: own }, index) => ({
      from: turned(first, index, gels.length),
      colour: colourOf(own)!,
      power: 1,
      pool,
    }));
  }
  const counter = counterOf(words);
  const key = { from: counter && from[0] === 0 && from[1] === 0 ? ([-1, 0] as const) : from, pool, power: 1 };
  const spots = words.flatMap(({ word }) => word.spots ?? []);
  return [
    { ...key, colour: colourOf(words) ?? [1, 1, 1] },
    ...(counter ? [opposite(key.from, counter, pool)] : []),
    ...spots.map(({ at, colour }) => ({
      at,
      from: [0, 0] as const,
      colour: evenly(colour),
      power: SPOT_POWER,
      pool,
    })),
  ];
}

function opposite(from: Vector, colour: Triple, pool: number): LightSource {
  const isEven = from[0] === 0 && from[1] === 0;
  return {
    from: [-from[0], -from[1]],
    colour,
    power: isEven ? COUNTER_POWER.even : COUNTER_POWER.sided,
    pool,
  };
}

function counterOf(words: StressedWord[]): Triple | undefined {
  const counter = words.find(({ word }) => word.counter)?.word.counter;
  return counter && evenly(counter);
}

/** Sum of sides, of length 1. */
function direction(sides: readonly Vector[]): Vector {
  const x = sides.reduce((sum, side) => sum + side[0], 0);
  const y = sides.reduce((sum, side) => sum + side[1], 0);
  const length = Math.hypot(x, y);
  return length === 0 ? [0, 0] : [x / length, y / length];
}

function turned([x, y]: Vector, index: number, count: number): Vector {
  const angle = (2 * Math.PI * index) / count;
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
}

/** A word's own side, of the first that has one; weights do not move it. */
function usualSide(words: StressedWord[]): Vector {
  const from = words.find(({ word }) => word.from)?.word.from;
  return from ?? [0, 0];
}

/** Takes away what points to a side from which no light is wanted. */
function wanted([x, y]: Vector, unwanted: Vector[]): Vector {
  const turnX = unwanted.some((side) => side[0] * x > 0);
  const turnY = unwanted.some((side) => side[1] * y > 0);
  return [turnX ? -x : x, turnY ? -y : y];
}

function poolOf(words: StressedWord[]): number {
  return Math.max(0, ...words.map(({ word }) => word.pool ?? 0));
}

function sumOf(words: StressedWord[], of: (word: LightWord) => number | undefined): number {
  return words.reduce((total, { word, stress }) => total + (of(word) ?? 0) * stress, 0);
}

function hasColour(words: StressedWord[]): boolean {
  return words.some(({ word }) => word.gel ?? word.colour);
}

/** Colours asked for by name, or else those of the light's kind. */
function colourOf(words: StressedWord[]): Triple | undefined {
  return blended(words, ({ gel }) => gel) ?? blended(words, ({ colour }) => colour);
}

/** What lights the shadows: the scene round a coloured light, or a share of the lights' own colour. */
function fillColour(words: StressedWord[], sources: readonly LightSource[], scene: StressedWord[]): Triple {
  const isSided = sources.some(({ from }) => from[0] !== 0 || from[1] !== 0);
  const isPainted = words.some(({ word }) => word.gel);
  const said = colourOf(scene) ?? blended([...words, ...scene], ({ fill }) => fill);
  if (said && (isSided || !isPainted)) return said;
  const tint = isSided ? FILL_TINT.sided : FILL_TINT.even;
  const mean = (channel: number): number =>
    sources.reduce((sum, { colour }) => sum + colour[channel]!, 0) / sources.length;
  return evenly([mix(1, mean(0), tint), mix(1, mean(1), tint), mix(1, mean(2), tint)]);
}

/** Geometric mean by stress, stronger where it is stressed. */
function blended(words: StressedWord[], of: (word: LightWord) => Triple | undefined): Triple | undefined {
  const coloured = words.flatMap(({ word, stress }) => {
    const colour = of(word);
    return colour ? [{ colour, stress }] : [];
  });
  if (coloured.length === 0) return undefined;
  const total = coloured.reduce((sum, { stress }) => sum + stress, 0);
  const strength = Math.sqrt(Math.max(...coloured.map(({ stress }) => stress)));
  const channel = (index: 0 | 1 | 2): number =>
    2 **
    ((coloured.reduce((sum, { colour, stress }) => sum + Math.log2(colour[index]) * stress, 0) / total) *
      strength);
  return evenly([channel(0), channel(1), channel(2)]);
}

/** The colour at luminance 1. */
function evenly(colour: Triple): Triple {
  const luminance = luminanceOf(...colour);
  return [colour[0] / luminance, colour[1] / luminance, colour[2] / luminance];
}
