import { colourLines, gridOf, type Outline } from '../sight/index.js';
import { mix, smoothStep } from './colour.js';
import type { Rows } from './plane-rows.js';
import { type Plane, mapPlane } from './plane.js';
import type { Raster } from './raster.js';

/** The share of the new picture against the old one, by a pixel's own colour: see `colourLines`. */
export type SubjectShare = {
  readonly shareOffset: Plane;
  readonly shareRed: Plane;
  readonly shareGreen: Plane;
  readonly shareBlue: Plane;
};

/** Differences of colour (0–1) below this do not part subject and background. */
const CONTRAST = 0.03;
/** Trust in an outline from which on it counts for something, and wholly. */
const TRUST = { from: 0.05, to: 0.2 } as const;

/** How sure each cell is in front; when nothing is found in front, the whole picture is. */
export function inFront({ mask, trust }: Pick<Outline, 'mask' | 'trust'>): Plane {
  const share = smoothStep(TRUST.from, TRUST.to, trust);
  return mapPlane(mask, (value) => mix(1, value, share));
}

export function subjectShare(raster: Raster, outline: Outline): SubjectShare {
  const front = inFront(outline);
  const radius = Math.max(1, Math.round(Math.max(front.width, front.height) / 80));
  const lines = colourLines(front, gridOf(raster, front.width, front.height), radius, CONTRAST);
  return {
    shareOffset: lines.offset,
    shareRed: lines.red,
    shareGreen: lines.green,
    shareBlue: lines.blue,
  };
}

/** The share at a pixel of an encoded colour, 0–1. */
export function shareAt(
  row: Rows<SubjectShare>,
  x: number,
  red: number,
  green: number,
  blue: number,
): number {
  const line =
    row.shareOffset[x]! + row.shareRed[x]! * red + row.shareGreen[x]! * green + row.shareBlue[x]! * blue;
  return smoothStep(0.08, 0.92, line);
}
