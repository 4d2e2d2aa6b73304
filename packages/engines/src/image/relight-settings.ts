import { namesOf } from './grade.js';
import { ENGINES, STYLES, TRANSFER_AMOUNTS, TRANSFER_SHAPES } from './relight-looks.js';

/** Overall character of the new light. Wire values of the relight endpoint. */
export const RELIGHT_STYLES = namesOf(STYLES);
export type RelightStyle = keyof typeof STYLES;

/** Rendering look of the relit picture. */
export const RELIGHT_ENGINES = namesOf(ENGINES);
export type RelightEngine = keyof typeof ENGINES;

/** How much of the light difference is carried over. */
export const TRANSFER_LIGHT_A = namesOf(TRANSFER_AMOUNTS);
export type TransferLightA = keyof typeof TRANSFER_AMOUNTS;

/** Where and in which shape the light difference is carried over. */
export const TRANSFER_LIGHT_B = namesOf(TRANSFER_SHAPES);
export type TransferLightB = keyof typeof TRANSFER_SHAPES;

/** Every choice of a relight job. Percentages are 0–100. */
export type RelightSettings = {
  /** Words that guide the light, `(text:weight)` stresses a part; see `light-vocabulary.ts` and `light-names.ts`. */
  readonly prompt: string;
  /** 0 leaves the light as it is, 100 takes the new light over entirely. Default 100. */
  readonly lightTransferStrength: number;
  /** Default `standard`. */
  readonly style: RelightStyle;
  /** False keeps everything behind the subject as it was. Default true. */
  readonly changeBackground: boolean;
  /** True makes the full transfer and then blends it with the original by the strength. Default false. */
  readonly interpolateFromOriginal: boolean;
  /** Keeps texture as strong as it was; false lets it soften where the light changes. Default true. */
  readonly preserveDetails: boolean;
  /** Bright end; 50 is neutral, more is brighter. */
  readonly whites: number;
  /** Dark end; 50 is neutral, more lifts it. */
  readonly blacks: number;
  /** Middle; 50 is neutral, more is brighter. */
  readonly brightness: number;
  /** 50 is neutral, more is steeper. */
  readonly contrast: number;
  /** 50 is neutral, 0 is grey. */
  readonly saturation: number;
  /** Default `automatic`. */
  readonly engine: RelightEngine;
  /** Default `automatic`. */
  readonly transferLightA: TransferLightA;
  /** Default `automatic`. */
  readonly transferLightB: TransferLightB;
  /** True ignores the seed: equal settings always give the same picture. Default false. */
  readonly fixedGeneration: boolean;
  /** Any integer; picks one of the slight variations of the light. Default 0. */
  readonly seed: number;
};

/** A relight job. At most one of reference and lightmap; with neither, the prompt or a default key light leads. */
export type RelightInput = {
  readonly image: Uint8Array;
  /** A picture whose light is wanted. */
  readonly reference?: Uint8Array;
  /** A drawing of the light itself: bright where light falls, in the light's colour. */
  readonly lightmap?: Uint8Array;
} & Partial<RelightSettings>;

export const RELIGHT_DEFAULTS: RelightSettings = {
  prompt: '',
  lightTransferStrength: 100,
  style: 'standard',
  changeBackground: true,
  interpolateFromOriginal: false,
  preserveDetails: true,
  whites: 50,
  blacks: 50,
  brightness: 50,
  contrast: 50,
  saturation: 50,
  engine: 'automatic',
  transferLightA: 'automatic',
  transferLightB: 'automatic',
  fixedGeneration: false,
  seed: 0,
};
