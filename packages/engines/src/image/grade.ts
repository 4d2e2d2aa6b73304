import type { Triple } from './colour.js';

/** A colour grade. Every value is 0 at neutral; 1 is a strong effect. Combined grades add up. */
export type Grade = {
  /** Brightens (+) or darkens (−) the middle; black and white stay. */
  readonly brightness: number;
  /** Steepens (+) or flattens (−) around the pivot. */
  readonly contrast: number;
  /** Raises (+) or lowers (−) the bright end. */
  readonly whites: number;
  /** Raises (+) or lowers (−) the dark end. */
  readonly blacks: number;
  /** Distance from grey: −1 is grey, +1 doubles it. */
  readonly saturation: number;
  /** As saturation, but mostly on colours that are still dull. */
  readonly vibrance: number;
  /** Towards amber (+) or blue (−). */
  readonly warmth: number;
  /** Shift of red, green and blue in the dark half. */
  readonly shadowTint: Triple;
  /** Shift of red, green and blue in the bright half. */
  readonly highlightTint: Triple;
};

/** Adds grades up, each taken `amount` times. */
export function sumGrades(...parts: { grade: Partial<Grade>; amount: number }[]): Grade {
  const sum = (of: (grade: Partial<Grade>) => number | undefined): number =>
    parts.reduce((total, { grade, amount }) => total + (of(grade) ?? 0) * amount, 0);
  const sums = (of: (grade: Partial<Grade>) => Triple | undefined): Triple => [
    sum((grade) => of(grade)?.[0]),
    sum((grade) => of(grade)?.[1]),
    sum((grade) => of(grade)?.[2]),
  ];
  return {
    brightness: sum(({ brightness }) => brightness),
    contrast: sum(({ contrast }) => contrast),
    whites: sum(({ whites }) => whites),
    blacks: sum(({ blacks }) => blacks),
    saturation: sum(({ saturation }) => saturation),
    vibrance: sum(({ vibrance }) => vibrance),
    warmth: sum(({ warmth }) => warmth),
    shadowTint: sums(({ shadowTint }) => shadowTint),
    highlightTint: sums(({ highlightTint }) => highlightTint),
  };
}

export function namesOf<Name extends string>(looks: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(looks) as Name[];
}
