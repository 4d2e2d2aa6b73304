import { type Grade, sumGrades } from './grade.js';

/** What an engine or a flavor does. Left out means neutral. */
type LookPart = {
  /** Factor on how far colours go to the reference's. */
  readonly colour?: number;
  /** Factor on how far tones go to the reference's. */
  readonly tone?: number;
  /** Factor on the picture's own texture. */
  readonly detail?: number;
  /** Darkens edges to lines, 0–1. */
  readonly outline?: number;
  /** Gathers tones into soft steps, 0–1. */
  readonly banding?: number;
  /** Bloom around bright places. */
  readonly glow?: number;
  /** Turns of hue from black to white. */
  readonly hueSwing?: number;
  readonly grade?: Partial<Grade>;
};

/** Engine and flavor together. */
export type StyleLook = {
  readonly grade: Grade;
} & Required<Omit<LookPart, 'grade'>>;

export const ENGINES = {
  balanced: { tone: 0.9 },
  definio: { detail: 1.6, grade: { contrast: 0.08 } },
  illusio: {
    glow: 0.35,
    detail: 0.9,
    grade: { vibrance: 0.25, shadowTint: [-0.04, 0.01, 0.09], highlightTint: [0.08, -0.02, 0.03] },
  },
  '3d_cartoon': {
    detail: 0.25,
    outline: 0.25,
    glow: 0.18,
    grade: { vibrance: 0.45, brightness: 0.12, contrast: 0.1 },
  },
  colorful_anime: {
    detail: 0.12,
    outline: 0.6,
    banding: 0.75,
    grade: { saturation: 0.25, vibrance: 0.4, brightness: 0.1 },
  },
  caricature: { detail: 1.9, outline: 0.85, banding: 0.25, grade: { contrast: 0.22, saturation: 0.12 } },
  real: { colour: 0.85, tone: 0.6, grade: { saturation: -0.06 } },
  super_real: { colour: 0.85, tone: 0.7, detail: 1.35, grade: { contrast: 0.14, vibrance: 0.12 } },
  softy: { detail: 0.45, glow: 0.3, grade: { contrast: -0.2, blacks: 0.12 } },
} satisfies Record<string, LookPart>;

export const FLAVORS = {
  faithful: {},
  gen_z: {
    glow: 0.15,
    grade: {
      saturation: 0.2,
      blacks: 0.25,
      brightness: 0.1,
      shadowTint: [0.05, -0.04, 0.08],
      highlightTint: [0.04, 0, 0.02],
    },
  },
  psychedelia: { hueSwing: 0.8, banding: 0.3, grade: { saturation: 0.5, contrast: 0.1 } },
  detaily: { detail: 1.7, outline: 0.12 },
  clear: { detail: 0.8, grade: { whites: 0.2, brightness: 0.08, vibrance: 0.12 } },
  donotstyle: { colour: 0.12, tone: 0.35 },
  donotstyle_sharp: { colour: 0.12, tone: 0.35, detail: 1.8 },
} satisfies Record<string, LookPart>;

/** The look of an engine and a flavor. */
export function styleLook(engine: keyof typeof ENGINES, flavor: keyof typeof FLAVORS): StyleLook {
  const parts: LookPart[] = [ENGINES[engine], FLAVORS[flavor]];
  const product = (pick: (part: LookPart) => number | undefined): number =>
    parts.reduce((total, part) => total * (pick(part) ?? 1), 1);
  const sum = (pick: (part: LookPart) => number | undefined, most = Infinity): number =>
    Math.min(
      most,
      parts.reduce((total, part) => total + (pick(part) ?? 0), 0),
    );
  return {
    colour: product(({ colour }) => colour),
    tone: product(({ tone }) => tone),
    detail: product(({ detail }) => detail),
    outline: sum(({ outline }) => outline, 1),
    banding: sum(({ banding }) => banding, 1),
    glow: sum(({ glow }) => glow),
    hueSwing: sum(({ hueSwing }) => hueSwing),
    grade: sumGrades(...parts.map(({ grade }) => ({ grade: grade ?? {}, amount: 1 }))),
  };
}
