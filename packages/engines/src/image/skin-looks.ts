import type { Grade } from './grade.js';

/** What a skin enhancer does. Shares are 0–1. */
export type SkinLook = {
  /** Share of pores and fine lines taken away; negative stresses them. */
  readonly fine: number;
  /** Share of blotches and soft folds taken away. */
  readonly blotches: number;
  /** Share of uneven colour taken away. */
  readonly redness: number;
  /** How far uneven light on skin is evened and filled. */
  readonly light: number;
  /** Invented pores, for skin that has none. */
  readonly pores: number;
  /** True treats lips and eyelids as skin where colour is concerned. */
  readonly coversFeatures: boolean;
  /** Grade of skin only. */
  readonly skinGrade: Partial<Grade>;
  /** Grade of the whole picture. */
  readonly grade: Partial<Grade>;
  /** Local contrast added outside skin. */
  readonly clarity: number;
};

export const PLAIN: SkinLook = {
  fine: 0,
  blotches: 0,
  redness: 0,
  light: 0,
  pores: 0,
  coversFeatures: false,
  skinGrade: {},
  grade: {},
  clarity: 0,
};

/** Its smoothing is set by the caller. */
export const FAITHFUL: Partial<SkinLook> = { redness: 0.55, light: 0.25 };

/** Colour is lifted and skin as much lowered, so that it glows and does not turn yellow. */
export const CREATIVE: Partial<SkinLook> = {
  fine: 0.6,
  blotches: 0.9,
  redness: 0.65,
  light: 0.4,
  skinGrade: { brightness: 0.1, whites: 0.08, contrast: 0.06, saturation: -0.18 },
  grade: { contrast: 0.1, vibrance: 0.1 },
  clarity: 0.15,
};

export const FLEXIBLE = {
  enhance_skin: { fine: 0.32, blotches: 0.7, redness: 0.45 },
  improve_lighting: {
    fine: 0.12,
    blotches: 0.35,
    redness: 0.2,
    light: 0.8,
    skinGrade: { brightness: 0.1 },
  },
  enhance_everything: {
    fine: 0.3,
    blotches: 0.65,
    redness: 0.45,
    light: 0.25,
    skinGrade: { saturation: -0.2 },
    grade: { contrast: 0.1, vibrance: 0.2 },
    clarity: 0.45,
  },
  transform_to_real: {
    fine: -0.35,
    blotches: 0.2,
    redness: 0.1,
    pores: 0.6,
    skinGrade: { saturation: -0.12 },
    grade: { saturation: -0.08, contrast: -0.04 },
  },
  no_make_up: {
    fine: 0.15,
    blotches: 0.4,
    redness: 0.8,
    coversFeatures: true,
    skinGrade: { saturation: -0.16, contrast: -0.06 },
  },
} satisfies Record<string, Partial<SkinLook>>;
