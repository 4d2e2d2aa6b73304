import type { Triple } from './colour.js';

/**
 * What one word of a prompt says about light. All parts are optional and add up over the words of a prompt.
 * Picture space: x runs right, y runs down, both −1 to 1.
 */
export type LightWord = {
  /** Where the light comes from. */
  readonly from?: readonly [x: number, y: number];
  /** Light pools in the middle (+) or around the rim (−). */
  readonly centred?: number;
  /** Light behind the subject. */
  readonly behind?: number;
  /** Stops of exposure. */
  readonly exposure?: number;
  /** Harder (+) or softer (−) fall-off and contrast. */
  readonly hardness?: number;
  /** Colour of the light, linear, about luminance 1. */
  readonly colour?: Triple;
  /** A second colour from the opposite side. */
  readonly counterColour?: Triple;
  /** Colourfulness. */
  readonly saturation?: number;
};

const AMBER: Triple = [1.55, 0.92, 0.42];
const ORANGE: Triple = [1.75, 0.84, 0.3];
const ICE: Triple = [0.72, 1.01, 1.6];
const MOON: Triple = [0.6, 0.98, 1.85];
const ROSE: Triple = [1.5, 0.82, 1.15];

/** Singular, lower-case words. Plurals and `-ing`/`-ly` endings are reduced before the look-up. */
export const LIGHT_WORDS: Readonly<Record<string, LightWord>> = {
  left: { from: [-1, 0] },
  right: { from: [1, 0] },
  top: { from: [0, -1] },
  above: { from: [0, -1] },
  overhead: { from: [0, -1] },
  bottom: { from: [0, 1] },
  below: { from: [0, 1] },
  under: { from: [0, 1] },
  center: { centred: 1 },
  centre: { centred: 1 },
  spotlight: { centred: 1.4, hardness: 0.6 },
  front: { centred: 0.6 },
  frontal: { centred: 0.6 },
  vignette: { centred: 0.9, exposure: -0.2 },
  behind: { behind: 1 },
  backlight: { behind: 1 },
  backlit: { behind: 1 },
  rim: { behind: 0.8, hardness: 0.3 },
  silhouette: { behind: 1.5, exposure: -0.3 },
  warm: { colour: AMBER },
  cozy: { colour: AMBER, exposure: -0.15 },
  golden: { colour: AMBER, exposure: 0.1, from: [0.6, 0.1] },
  sunset: { colour: ORANGE, from: [0.8, 0.2], hardness: 0.25, saturation: 0.15 },
  sunrise: { colour: [1.5, 0.88, 0.6], from: [-0.8, 0.2], saturation: 0.1 },
  dawn: { colour: ROSE, from: [-0.6, 0.2], exposure: -0.1 },
  dusk: { colour: [1.1, 0.86, 1.5], exposure: -0.35 },
  sunny: { colour: [1.12, 0.99, 0.8], exposure: 0.3, hardness: 0.3, from: [0.4, -0.8] },
  sunlight: { colour: [1.12, 0.99, 0.8], exposure: 0.25, hardness: 0.3, from: [0.4, -0.8] },
  daylight: { colour: [0.98, 1, 1.04], exposure: 0.2 },
  candle: { colour: ORANGE, exposure: -0.5, centred: 0.7 },
  candlelight: { colour: ORANGE, exposure: -0.5, centred: 0.7 },
  fire: { colour: ORANGE, from: [0, 0.9], hardness: 0.3 },
  lamp: { colour: AMBER, centred: 0.6 },
  cold: { colour: ICE },
  cool: { colour: ICE },
  icy: { colour: ICE, exposure: 0.15 },
  winter: { colour: ICE, saturation: -0.15 },
  snow: { colour: ICE, exposure: 0.3 },
  night: { colour: MOON, exposure: -1 },
  midnight: { colour: MOON, exposure: -1.3 },
  moon: { colour: MOON, exposure: -0.8, from: [-0.4, -0.8] },
  moonlight: { colour: MOON, exposure: -0.8, from: [-0.4, -0.8] },
  underwater: { colour: [0.45, 1.1, 1.5], from: [0, -1], exposure: -0.2 },
  forest: { colour: [0.85, 1.1, 0.65], from: [0, -0.8] },
  neon: { colour: [1.7, 0.55, 1.75], counterColour: [0.3, 1.12, 1.75], saturation: 0.3, hardness: 0.3 },
  cyberpunk: { colour: [1.7, 0.5, 1.75], counterColour: [0.3, 1.12, 1.75], saturation: 0.3, exposure: -0.3 },
  disco: { colour: [1.6, 0.65, 1.5], counterColour: [1.5, 1, 0.3], saturation: 0.3 },
  red: { colour: [2.4, 0.6, 0.55] },
  orange: { colour: ORANGE },
  yellow: { colour: [1.3, 1.02, 0.35] },
  green: { colour: [0.55, 1.25, 0.55] },
  cyan: { colour: [0.4, 1.15, 1.35] },
  teal: { colour: [0.5, 1.12, 1.25] },
  blue: { colour: [0.5, 0.92, 2.4] },
  violet: { colour: [1.15, 0.75, 2.3] },
  purple: { colour: [1.3, 0.7, 2.2] },
  magenta: { colour: [1.7, 0.55, 1.75] },
  pink: { colour: ROSE },
  white: { colour: [1, 1, 1], exposure: 0.2 },
  bright: { exposure: 0.6 },
  high: { exposure: 0.15 },
  airy: { exposure: 0.45, hardness: -0.4 },
  dark: { exposure: -0.7 },
  dim: { exposure: -0.55 },
  moody: { exposure: -0.45, hardness: 0.3, saturation: -0.1 },
  low: { exposure: -0.15 },
  dramatic: { hardness: 0.9, exposure: -0.2 },
  cinematic: { hardness: 0.5, colour: [1.12, 0.98, 0.85], counterColour: [0.75, 1.02, 1.35] },
  hard: { hardness: 0.8 },
  harsh: { hardness: 0.9, exposure: 0.1 },
  contrast: { hardness: 0.6 },
  noir: { hardness: 0.9, saturation: -0.9 },
  soft: { hardness: -0.6 },
  softbox: { hardness: -0.7, from: [-0.5, -0.4], exposure: 0.15 },
  diffuse: { hardness: -0.8 },
  studio: { hardness: -0.3, exposure: 0.25, from: [-0.5, -0.5] },
  overcast: { hardness: -0.8, colour: [0.95, 1, 1.1], saturation: -0.15 },
  cloudy: { hardness: -0.7, colour: [0.95, 1, 1.1], saturation: -0.1 },
  foggy: { hardness: -1, saturation: -0.35, exposure: 0.2 },
  misty: { hardness: -1, saturation: -0.3, exposure: 0.15 },
  vivid: { saturation: 0.4 },
  colorful: { saturation: 0.4 },
  colourful: { saturation: 0.4 },
  pastel: { saturation: -0.25, exposure: 0.35, hardness: -0.4 },
  muted: { saturation: -0.35 },
  vintage: { colour: [1.2, 0.98, 0.75], saturation: -0.3 },
  sepia: { colour: [1.25, 0.98, 0.65], saturation: -0.8 },
  monochrome: { saturation: -1 },
};
