import type { ImageSource } from './image-job.js';

/** Overall character of the new light. Wire values of the relight endpoint. */
export const RELIGHT_STYLES = [
  'standard',
  'darker_but_realistic',
  'clean',
  'smooth',
  'brighter',
  'contrasted_n_hdr',
  'just_composition',
] as const;
export type RelightStyle = (typeof RELIGHT_STYLES)[number];

/** Rendering look of the relit picture. */
export const RELIGHT_ENGINES = [
  'automatic',
  'balanced',
  'cool',
  'real',
  'illusio',
  'fairy',
  'colorful_anime',
  'hard_transform',
  'softy',
] as const;
export type RelightEngine = (typeof RELIGHT_ENGINES)[number];

/** How much of the light difference is carried over. */
export const TRANSFER_LIGHT_A = ['automatic', 'low', 'medium', 'normal', 'high', 'high_on_faces'] as const;
export type TransferLightA = (typeof TRANSFER_LIGHT_A)[number];

/** Where and in which shape the light difference is carried over. */
export const TRANSFER_LIGHT_B = [
  'automatic',
  'composition',
  'straight',
  'smooth_in',
  'smooth_out',
  'smooth_both',
  'reverse_both',
  'soft_in',
  'soft_out',
  'soft_mid',
  'strong_mid',
  'style_shift',
  'strong_shift',
] as const;
export type TransferLightB = (typeof TRANSFER_LIGHT_B)[number];

/** Every choice of a relight job. Percentages are 0–100. */
export type RelightSettings = {
  /** Words that guide the light, `(text:weight)` stresses a part; see the vocabulary in `light-vocabulary.ts`. */
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
  readonly image: ImageSource;
  /** A picture whose light is wanted. */
  readonly reference?: ImageSource;
  /** A drawing of the light itself: bright where light falls, in the light's colour. */
  readonly lightmap?: ImageSource;
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
