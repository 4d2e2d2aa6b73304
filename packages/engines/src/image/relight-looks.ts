import { type Grade, sumGrades } from './grade.js';

/** What an engine or a style adds to the transferred light. Left out means neutral. */
type LookPart = {
  readonly grade?: Partial<Grade>;
  /** Factor on the light difference carried over. */
  readonly reach?: number;
  /** Factor on the smoothness of the light: larger is broader. */
  readonly spread?: number;
  /** Factor on the light's colour. */
  readonly colour?: number;
  /** Adds (+) or takes (−) local contrast, as a share of what is there. */
  readonly detail?: number;
  /** Bloom around bright places. */
  readonly glow?: number;
};

export type RelightLook = { readonly grade: Grade } & Required<Omit<LookPart, 'grade'>>;

export const STYLES = {
  standard: {},
  darker_but_realistic: { grade: { brightness: -0.42, contrast: 0.1, saturation: -0.06 }, detail: 0.05 },
  clean: { grade: { whites: 0.22, brightness: 0.06, saturation: 0.04 }, colour: 0.3, detail: -0.25 },
  smooth: { grade: { contrast: -0.16 }, spread: 1.9, detail: -0.4, glow: 0.08 },
  brighter: { grade: { brightness: 0.38, blacks: 0.06 } },
  contrasted_n_hdr: { grade: { contrast: 0.3, vibrance: 0.22, blacks: 0.08 }, detail: 0.85 },
  just_composition: { spread: 2.4, colour: 0 },
} satisfies Record<string, LookPart>;

export const ENGINES = {
  automatic: {},
  balanced: { grade: { contrast: 0.07, vibrance: 0.07 }, reach: 0.94, detail: 0.06 },
  cool: { grade: { warmth: -0.5, contrast: 0.05, saturation: -0.05 } },
  real: { grade: { saturation: -0.14, contrast: 0.06 }, reach: 0.85, colour: 0.6, detail: 0.18 },
  illusio: {
    grade: {
      contrast: 0.12,
      vibrance: 0.2,
      shadowTint: [-0.05, 0.02, 0.1],
      highlightTint: [0.09, -0.03, 0.05],
    },
    colour: 1.25,
    glow: 0.3,
  },
  fairy: {
    grade: {
      blacks: 0.3,
      brightness: 0.22,
      contrast: -0.15,
      saturation: -0.06,
      highlightTint: [0.09, -0.02, 0.05],
    },
    glow: 0.6,
    detail: -0.3,
  },
  colorful_anime: {
    grade: { vibrance: 0.65, saturation: 0.15, contrast: 0.2, brightness: 0.1 },
    detail: -0.75,
  },
  hard_transform: {
    grade: { contrast: 0.32, blacks: -0.12 },
    reach: 1.25,
    spread: 0.7,
    colour: 1.4,
    detail: 0.2,
  },
  softy: { grade: { contrast: -0.22, blacks: 0.12, warmth: 0.08 }, spread: 1.4, detail: -0.55, glow: 0.2 },
} satisfies Record<string, LookPart>;

export function relightLook(engine: keyof typeof ENGINES, style: keyof typeof STYLES): RelightLook {
  const parts: LookPart[] = [ENGINES[engine], STYLES[style]];
  const product = (pick: (part: LookPart) => number | undefined): number =>
    parts.reduce((total, part) => total * (pick(part) ?? 1), 1);
  const sum = (pick: (part: LookPart) => number | undefined): number =>
    parts.reduce((total, part) => total + (pick(part) ?? 0), 0);
  return {
    grade: sumGrades(...parts.map(({ grade }) => ({ grade: grade ?? {}, amount: 1 }))),
    reach: product(({ reach }) => reach),
    spread: product(({ spread }) => spread),
    colour: product(({ colour }) => colour),
    detail: sum(({ detail }) => detail),
    glow: sum(({ glow }) => glow),
  };
}

/** Share of the light difference that is carried over, on faces and elsewhere. */
export const TRANSFER_AMOUNTS = {
  automatic: { faces: 0.92, rest: 0.96 },
  low: { faces: 0.4, rest: 0.4 },
  medium: { faces: 0.65, rest: 0.65 },
  normal: { faces: 0.88, rest: 0.88 },
  high: { faces: 1.1, rest: 1.1 },
  high_on_faces: { faces: 1.15, rest: 0.75 },
};

/** How the light difference is shaped. `at` weighs a place by its tone (0–1) and distance from the middle (0–1). */
export type TransferShape = {
  readonly at: (tone: number, distance: number) => number;
  /** Factor on the smoothness of the light. */
  readonly spread: number;
  /** Factor on the light's colour. */
  readonly colour: number;
  /** Turns the light upside down and left to right. */
  readonly isReversed: boolean;
  /** Largest change in stops before the difference levels off. */
  readonly limit: number;
};

const PLAIN: TransferShape = { at: () => 1, spread: 1, colour: 1, isReversed: false, limit: 6 };

/** The shapes by wire value. "In" favours the bright or the middle, "out" the dark or the rim. */
export const TRANSFER_SHAPES = {
  automatic: PLAIN,
  composition: { ...PLAIN, spread: 2.6, colour: 0.5 },
  straight: { ...PLAIN, spread: 0.75, limit: 9 },
  smooth_in: { ...PLAIN, at: (tone) => 0.35 + 0.65 * tone, spread: 1.3 },
  smooth_out: { ...PLAIN, at: (tone) => 1 - 0.65 * tone, spread: 1.3 },
  smooth_both: { ...PLAIN, at: (tone) => 0.4 + 2.4 * tone * (1 - tone), spread: 1.8 },
  reverse_both: { ...PLAIN, isReversed: true },
  soft_in: { ...PLAIN, at: (_, distance) => 1 - 0.75 * distance * distance },
  soft_out: { ...PLAIN, at: (_, distance) => 0.25 + 0.75 * Math.min(1, distance * 1.4) },
  soft_mid: { ...PLAIN, limit: 0.8 },
  strong_mid: { ...PLAIN, at: (tone) => 0.8 + 1.8 * tone * (1 - tone) },
  style_shift: { ...PLAIN, at: () => 0.55, colour: 1.7 },
  strong_shift: { ...PLAIN, at: () => 1.08, colour: 2.2 },
} satisfies Record<string, TransferShape>;
