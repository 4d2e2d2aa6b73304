import { namesOf } from './grade.js';
import { ENGINES, FLAVORS } from './style-looks.js';

/** Rendering look of a style transfer. Wire values of the style-transfer endpoint. */
export const STYLE_ENGINES = namesOf(ENGINES);
export type StyleEngine = keyof typeof ENGINES;

/** Temperament laid over the engine's look. */
export const STYLE_FLAVORS = namesOf(FLAVORS);
export type StyleFlavor = keyof typeof FLAVORS;

/** How far a portrait's skin may follow the style. */
export const PORTRAIT_STYLES = ['standard', 'pop', 'super_pop'] as const;
export type PortraitStyle = (typeof PORTRAIT_STYLES)[number];

/** Skin smoothing of a portrait. */
export const PORTRAIT_BEAUTIFIERS = ['beautify_face', 'beautify_face_max'] as const;
export type PortraitBeautifier = (typeof PORTRAIT_BEAUTIFIERS)[number];

/** Every choice of a style transfer. Percentages are 0–100. */
export type StyleTransferSettings = {
  /** Words on colour, light and finish; the same vocabulary as relight. */
  readonly prompt: string;
  /** How far colours and tones go to the reference's. Default 100. */
  readonly styleStrength: number;
  /** Edges and texture: 0 simplifies, 50 is the engine's own, 100 stresses. Default 50. */
  readonly structureStrength: number;
  /** Default `balanced`. */
  readonly engine: StyleEngine;
  /** Default `faithful`. */
  readonly flavor: StyleFlavor;
  /** Treats skin separately. Default false, then the two portrait fields have no effect. */
  readonly isPortrait: boolean;
  /** Default `standard`. */
  readonly portraitStyle: PortraitStyle;
  /** Absent leaves skin texture alone. */
  readonly portraitBeautifier?: PortraitBeautifier;
  /** True ignores the seed: equal settings always give the same picture. Default false. */
  readonly fixedGeneration: boolean;
  /** Any integer; picks one of the slight variations of the style. Default 0. */
  readonly seed: number;
};

export type StyleTransferInput = {
  readonly image: Uint8Array;
  /** The picture whose colours, tones and texture are wanted. */
  readonly reference: Uint8Array;
} & Partial<StyleTransferSettings>;

export const STYLE_TRANSFER_DEFAULTS: StyleTransferSettings = {
  prompt: '',
  styleStrength: 100,
  structureStrength: 50,
  engine: 'balanced',
  flavor: 'faithful',
  isPortrait: false,
  portraitStyle: 'standard',
  fixedGeneration: false,
  seed: 0,
};
