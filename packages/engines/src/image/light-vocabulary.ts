import type { Triple } from './colour.js';

/** What one word of a prompt says about light. All parts are optional and add up over the words of a phrase. */
export type LightWord = {
  /** Where this light comes from when the prompt names no side: x runs right, y runs down, both −1 to 1. */
  readonly from?: readonly [x: number, y: number];
  /** Colour of the light; only its hue and strength count, not its luminance. */
  readonly colour?: Triple;
  /** A colour that is asked for by name, as a gel before the lamp. It takes the place of `colour`. */
  readonly gel?: Triple;
  /** Colour of the light in the shadows. */
  readonly fill?: Triple;
  /** Colour of a second light from the opposite side. */
  readonly counter?: Triple;
  /** More lights, each at its place. */
  readonly spots?: readonly { readonly at: readonly [x: number, y: number]; readonly colour: Triple }[];
  /** Stops of exposure. */
  readonly exposure?: number;
  /** Mean linear luminance that a scene in this light has at least, or at most. */
  readonly atLeast?: number;
  readonly atMost?: number;
  /** Harder (+) or softer (−) shadows and contrast. */
  readonly hardness?: number;
  /** 0 for light as even as the sun's, 1 for a small lamp near by whose light falls off fast. */
  readonly pool?: number;
  /** Light behind the subject. */
  readonly behind?: number;
  /** Shafts of light and shade that fan out from where it comes from. */
  readonly shafts?: number;
  /** Colourfulness. */
  readonly saturation?: number;
};

const AMBER: Triple = [1.6, 0.92, 0.36];
const ORANGE: Triple = [1.95, 0.82, 0.22];
const FLAME: Triple = [2.1, 0.78, 0.14];
const SUN: Triple = [1.16, 0.99, 0.74];
const SKY: Triple = [0.8, 1, 1.4];
const ICE: Triple = [0.72, 1.01, 1.6];
const MOON: Triple = [0.62, 1, 1.75];
const DEEP_BLUE: Triple = [0.42, 0.92, 2.6];
const VIOLET_SHADE: Triple = [0.92, 0.9, 1.75];
const ROSE: Triple = [1.5, 0.82, 1.15];
const MAGENTA: Triple = [2.2, 0.45, 2.1];
const CYAN: Triple = [0.25, 1.15, 1.7];
const RED: Triple = [3.2, 0.38, 0.3];
const GREEN: Triple = [0.4, 1.3, 0.4];
const BLUE: Triple = [0.35, 0.75, 4.2];

export const LIGHT_WORDS = {
  sunset: {
    colour: ORANGE,
    fill: VIOLET_SHADE,
    from: [0.9, 0.1],
    hardness: 0.3,
    pool: 0.25,
    saturation: 0.12,
    atLeast: 0.07,
  },
  sunrise: {
    colour: [1.6, 0.88, 0.5],
    fill: SKY,
    from: [-0.9, 0.1],
    pool: 0.2,
    saturation: 0.1,
    atLeast: 0.09,
  },
  dawn: {
    colour: ROSE,
    fill: [0.85, 0.95, 1.5],
    from: [-0.8, 0.1],
    exposure: -0.1,
    hardness: -0.2,
    atLeast: 0.07,
  },
  dusk: { colour: [1.25, 0.86, 1.2], fill: [0.8, 0.92, 1.9], atMost: 0.13, from: [0.8, 0.1], hardness: -0.2 },
  blueHour: { colour: [0.62, 0.98, 1.8], fill: DEEP_BLUE, atMost: 0.09, hardness: -0.3, saturation: -0.15 },
  golden: {
    colour: AMBER,
    fill: [0.92, 0.98, 1.3],
    exposure: 0.1,
    from: [0.9, 0],
    pool: 0.2,
    hardness: 0.15,
    atLeast: 0.1,
  },
  sun: { colour: SUN, fill: SKY, atLeast: 0.2, exposure: 0.15, hardness: 0.4, from: [0.5, -0.8] },
  noon: { colour: [1.06, 1, 0.86], fill: SKY, atLeast: 0.22, exposure: 0.2, hardness: 0.7, from: [0, -1] },
  daylight: { colour: [1, 1, 0.98], fill: [0.92, 1, 1.14], atLeast: 0.2, exposure: 0.1 },
  moonlight: {
    colour: MOON,
    fill: DEEP_BLUE,
    atMost: 0.06,
    from: [-0.5, -0.8],
    hardness: 0.2,
    saturation: -0.42,
  },
  night: { colour: MOON, fill: DEEP_BLUE, atMost: 0.05, saturation: -0.35 },
  midnight: { colour: MOON, fill: DEEP_BLUE, atMost: 0.035, saturation: -0.4 },
  candle: { colour: FLAME, fill: [1.6, 0.86, 0.4], atMost: 0.09, pool: 1, hardness: 0.25, from: [0, 0.35] },
  fire: { colour: FLAME, fill: [0.75, 0.92, 1.7], atMost: 0.1, from: [0, 1], pool: 0.8, hardness: 0.4 },
  lamp: { colour: AMBER, fill: [1.05, 0.98, 0.95], atMost: 0.16, pool: 0.8, from: [0.4, -0.4] },
  window: {
    colour: [0.97, 1, 1.08],
    fill: [1.08, 0.99, 0.88],
    from: [-1, -0.15],
    pool: 0.4,
    hardness: 0.1,
    atLeast: 0.08,
  },
  softbox: { hardness: -0.35, from: [-0.8, -0.4], exposure: 0.15, pool: 0.35, atLeast: 0.14 },
  studio: { hardness: -0.15, exposure: 0.15, from: [-0.7, -0.5], pool: 0.35, atLeast: 0.14 },
  ringLight: { hardness: -0.4, exposure: 0.2, pool: 0.5, atLeast: 0.14 },
  flash: { hardness: 0.6, exposure: 0.3, colour: [0.97, 1, 1.06], pool: 0.7, atLeast: 0.1 },
  rembrandt: { colour: [1.25, 0.97, 0.68], from: [-0.85, -0.5], hardness: 0.9, pool: 0.6, exposure: -0.45 },
  butterfly: { from: [0, -0.9], hardness: 0.3, pool: 0.4 },
  split: { from: [-1, 0], hardness: 1 },
  side: { from: [-1, 0], hardness: 0.3 },
  fortyFive: { from: [-0.7, -0.7] },
  rim: { behind: 0.8, hardness: 0.3 },
  silhouette: { behind: 1.5, exposure: -0.3 },
  spotlight: { pool: 1, hardness: 0.9, exposure: -0.35, from: [0, -0.45] },
  stage: {
    colour: MAGENTA,
    counter: BLUE,
    fill: [0.8, 0.7, 2],
    pool: 0.7,
    hardness: 0.6,
    atMost: 0.12,
    shafts: 0.3,
    saturation: 0.15,
  },
  neon: {
    colour: MAGENTA,
    counter: CYAN,
    fill: [0.8, 0.7, 2],
    hardness: 0.4,
    pool: 0.4,
    atMost: 0.12,
    saturation: 0.3,
  },
  cyberpunk: {
    colour: MAGENTA,
    counter: CYAN,
    fill: [0.7, 0.7, 2.2],
    hardness: 0.5,
    pool: 0.4,
    atMost: 0.1,
    saturation: 0.25,
  },
  disco: {
    colour: [2, 0.5, 1.8],
    counter: [0.5, 0.7, 3],
    fill: [1.2, 0.7, 1.6],
    pool: 0.5,
    atMost: 0.12,
    shafts: 0.3,
    saturation: 0.25,
  },
  christmas: {
    colour: [1.7, 0.9, 0.3],
    fill: [1.25, 0.92, 0.8],
    atMost: 0.12,
    pool: 0.8,
    saturation: 0.15,
    spots: [
      { at: [-0.8, -0.3], colour: RED },
      { at: [0.85, -0.1], colour: [0.35, 1.3, 0.35] },
      { at: [0.3, -0.9], colour: AMBER },
      { at: [-0.5, 0.9], colour: AMBER },
    ],
  },
  fluorescent: {
    colour: [0.86, 1.06, 0.86],
    fill: [0.9, 1.03, 1],
    from: [0, -1],
    hardness: -0.3,
    saturation: -0.25,
    atLeast: 0.12,
  },
  screen: { colour: [0.6, 1, 1.7], fill: [0.7, 0.95, 1.6], from: [0, 0.7], atMost: 0.08, pool: 0.9 },
  godRays: {
    colour: [1.2, 0.99, 0.7],
    fill: [0.9, 1, 1.15],
    from: [-0.7, -0.9],
    pool: 0.5,
    hardness: 0.4,
    shafts: 1,
    atLeast: 0.07,
  },
  overcast: { hardness: -0.8, colour: [0.95, 1, 1.1], saturation: -0.18, exposure: -0.1, atLeast: 0.14 },
  fog: { hardness: -1, saturation: -0.35, exposure: 0.2, colour: [0.97, 1, 1.06], atLeast: 0.12 },
  storm: { hardness: -0.2, colour: [0.82, 1, 1.25], saturation: -0.3, atMost: 0.1 },
  snow: { colour: [0.85, 1, 1.25], saturation: -0.15, exposure: 0.25, hardness: -0.3, atLeast: 0.18 },
  underwater: {
    colour: [0.16, 1.15, 1.7],
    fill: [0.2, 0.95, 2.3],
    from: [0, -1],
    pool: 0.4,
    shafts: 0.5,
    atMost: 0.15,
  },
  forest: { colour: [1.02, 1.06, 0.5], fill: [0.7, 1.1, 0.7], from: [0.2, -1], shafts: 0.4 },
  horror: {
    colour: [0.72, 1.12, 0.75],
    fill: [0.6, 0.95, 1.8],
    atMost: 0.07,
    hardness: 0.8,
    pool: 0.6,
    saturation: -0.4,
  },
  warm: { colour: AMBER },
  cozy: { colour: AMBER, exposure: -0.15 },
  cold: { colour: ICE },
  red: { gel: RED, exposure: -0.55 },
  orange: { gel: ORANGE, exposure: -0.2 },
  amber: { gel: AMBER },
  yellow: { gel: [1.4, 1.02, 0.15] },
  green: { gel: GREEN, exposure: -0.35 },
  cyan: { gel: CYAN, exposure: -0.25 },
  teal: { gel: [0.35, 1.15, 1.4], exposure: -0.3 },
  blue: { gel: BLUE, exposure: -0.8 },
  violet: { gel: [1.3, 0.6, 3.2], exposure: -0.6 },
  purple: { gel: [1.5, 0.55, 2.9], exposure: -0.6 },
  magenta: { gel: MAGENTA, exposure: -0.5 },
  pink: { gel: [1.8, 0.7, 1.3], exposure: -0.2 },
  white: { gel: [1, 1, 1], exposure: 0.15 },
  bright: { exposure: 0.6, atLeast: 0.1 },
  airy: { exposure: 0.45, hardness: -0.4 },
  dark: { exposure: -0.7 },
  dim: { exposure: -0.5 },
  moody: { exposure: -0.4, hardness: 0.35, saturation: -0.1 },
  dramatic: { hardness: 0.9, exposure: -0.25 },
  cinematic: { hardness: 0.4, colour: [1.35, 0.95, 0.62], fill: [0.62, 1.02, 1.45] },
  hard: { hardness: 0.8 },
  harsh: { hardness: 0.9, exposure: 0.1 },
  contrast: { hardness: 0.6 },
  lowContrast: { hardness: -0.7 },
  noir: { hardness: 0.9, saturation: -0.95, exposure: -0.3 },
  soft: { hardness: -0.6 },
  diffuse: { hardness: -0.8 },
  vivid: { saturation: 0.4 },
  pastel: { saturation: -0.25, exposure: 0.35, hardness: -0.4 },
  muted: { saturation: -0.35 },
  vintage: { colour: [1.3, 0.98, 0.7], saturation: -0.3 },
  sepia: { colour: [1.35, 0.98, 0.55], saturation: -0.8 },
  monochrome: { saturation: -1 },
  vignette: { pool: 0.8, exposure: -0.15 },
  centre: { pool: 0.8 },
  dreamy: { colour: [1.15, 0.9, 1.25], exposure: 0.2, hardness: -0.5 },
  aurora: { colour: [0.3, 1.3, 0.7], counter: [1.1, 0.6, 2.6], fill: DEEP_BLUE, from: [0, -1], atMost: 0.08 },
} satisfies Record<string, LightWord>;
export type LightName = keyof typeof LIGHT_WORDS;
