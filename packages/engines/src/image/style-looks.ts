import { ANIME, type CartoonLook } from './cartoon-look.js';
import { type Grade, sumGrades } from './grade.js';

/** What an engine or a flavor does. Left out means neutral. */
type LookPart = {
  /** Factor on how far colours go to the reference's. */
  readonly colour?: number;
  /** Factor on how far tones go to the reference's. */
  readonly tone?: number;
  /** Factor on the picture's own texture. */
  readonly detail?: number;
  /** Factor on how far the reference's strokes hide the picture. */
  readonly strokes?: number;
  /** Finer strokes, or with less than 0 broader ones. */
  readonly fineness?: number;
  /** Draws flat parts and lines. */
  readonly cartoon?: CartoonLook;
  /** Gathers tones into soft steps, 0–1. */
  readonly banding?: number;
  /** Bloom around bright places. */
  readonly glow?: number;
  /** Turns of hue from black to white. */
  readonly hueSwing?: number;
  readonly grade?: Partial<Grade>;
};

export type StyleLook = {
  readonly grade: Grade;
  readonly cartoon?: CartoonLook;
} & Required<Omit<LookPart, 'grade' | 'cartoon'>>;

export const ENGINES = {
  balanced: { tone: 0.9 },
  definio: {
    detail: 2.2,
    strokes: 0.8,
    fineness: 0.4,
    grade: { contrast: 0.4, whites: 0.15, vibrance: 0.15 },
  },
  illusio: {
    glow: 0.6,
    detail: 0.7,
    grade: {
      vibrance: 0.25,
      blacks: 0.15,
      shadowTint: [0.02, -0.05, 0.16],
      highlightTint: [0.12, -0.03, 0.04],
    },
  },
  '3d_cartoon': {
    strokes: 0,
    glow: 0.22,
    cartoon: { reach: 0.02, contrast: 0.45, lineWidth: 0.0016, lineFrom: 0.05, ink: 0.25 },
    grade: { vibrance: 0.6, saturation: 0.1, brightness: 0.2, contrast: 0.2 },
  },
  colorful_anime: {
    strokes: 0,
    banding: 0.85,
    cartoon: ANIME,
    grade: { saturation: 0.3, vibrance: 0.4, brightness: 0.25, shadowTint: [0, -0.02, 0.06] },
  },
  caricature: {
    strokes: 0,
    banding: 0.5,
    cartoon: { reach: 0.012, contrast: 0.6, lineWidth: 0.0032, lineFrom: 0.016, ink: 1 },
    grade: { contrast: 0.25, saturation: -0.25, warmth: 0.3, brightness: 0.3 },
  },
  real: { colour: 0.8, tone: 0.5, strokes: 0, grade: { saturation: -0.06 } },
  super_real: {
    colour: 0.8,
    tone: 0.6,
    strokes: 0,
    detail: 1.9,
    grade: { contrast: 0.3, vibrance: 0.3, whites: 0.15 },
  },
  softy: {
    detail: 0.35,
    glow: 0.35,
    strokes: 0.75,
    fineness: -0.4,
    grade: { contrast: -0.35, blacks: 0.3, brightness: 0.15 },
  },
} satisfies Record<string, LookPart>;

export const FLAVORS = {
  faithful: {},
  gen_z: {
    glow: 0.15,
    grade: {
      saturation: 0.25,
      blacks: 0.3,
      brightness: 0.1,
      shadowTint: [0.1, -0.07, 0.14],
      highlightTint: [0.06, -0.01, 0.02],
    },
  },
  psychedelia: { hueSwing: 0.8, banding: 0.3, grade: { saturation: 0.5, contrast: 0.1 } },
  detaily: { detail: 1.9, strokes: 0.6, fineness: 0.4 },
  clear: { detail: 0.9, grade: { whites: 0.3, brightness: 0.22, vibrance: 0.15, warmth: -0.05 } },
  donotstyle: { colour: 0.12, tone: 0.35, strokes: 0 },
  donotstyle_sharp: { colour: 0.12, tone: 0.35, strokes: 0, detail: 2 },
} satisfies Record<string, LookPart>;

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
    strokes: product(({ strokes }) => strokes),
    fineness: sum(({ fineness }) => fineness),
    cartoon: parts.find(({ cartoon }) => cartoon)?.cartoon,
    banding: sum(({ banding }) => banding, 1),
    glow: sum(({ glow }) => glow),
    hueSwing: sum(({ hueSwing }) => hueSwing),
    grade: sumGrades(...parts.map(({ grade }) => ({ grade: grade ?? {}, amount: 1 }))),
  };
}
