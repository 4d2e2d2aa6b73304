import type { Box } from '../../sight/index.js';

/** A subject to be placed: width to height in pixels, and whether it is cut at the frame's lower edge. */
export type Standing = { aspect: number; isBust: boolean };

/** Heights as shares of the frame's, where there is room enough. */
const BUST_HEIGHT = 0.84;
const WHOLE_HEIGHT = 0.72;
const WIDEST = 0.72;
/** Neighbours overlap by this share of the narrower one. */
const OVERLAP = 0.14;
/** All together take this share of the frame's width, so that a camera can come nearer. */
const WIDEST_ROW = 0.88;
/** The ground under subjects that are seen whole, and how far below the frame a bust ends. */
const GROUND = 0.93;
const BELOW = 0.02;
/** A single subject is off-centre, so that the background is seen. */
const ALONE_MIDDLE = 0.42;
const HIGHEST = 0.06;

/** In an upright frame each subject has a separate row; the first is the lowest, and in front. */
const ROW_WIDTH = 0.8;
const ROWS_HEIGHT = 0.8;
const ROW_OVERLAP = 0.3;
const ROW_SIDE = 0.03;

/**
 * Places subjects side by side from left to right, in an upright frame one above the other, as large as they fit; shares of
 * the frame.
 *
 * @param frameAspect Its width to its height.
 */
export function layOut(subjects: readonly Standing[], frameAspect: number): Box[] {
  const sizes = subjects.map(({ aspect, isBust }) => {
    const height = Math.min(isBust ? BUST_HEIGHT : WHOLE_HEIGHT, (WIDEST * frameAspect) / aspect);
    return { width: (height * aspect) / frameAspect, height };
  });
  if (frameAspect < 1 && subjects.length > 1) return rows(subjects, frameAspect);
  const overlaps = sizes.slice(1).map((size, i) => OVERLAP * Math.min(size.width, sizes[i]!.width));
  const total = sum(sizes.map(({ width }) => width)) - sum(overlaps);
  const scale = Math.min(1, WIDEST_ROW / total);
  // Any free room is shared between and beside them; they need not overlap then.
  const rest = Math.max(0, 1 - total * scale);
  const gap = rest / (sizes.length + 1);
  let left = subjects.length === 1 ? Math.max(0, ALONE_MIDDLE - (sizes[0]!.width * scale) / 2) : gap;
  return sizes.map((size, i) => {
    const width = size.width * scale;
    const height = size.height * scale;
    const bottom = subjects[i]!.isBust ? 1 + BELOW : GROUND;
    const box = { x: left, y: Math.max(HIGHEST, bottom - height), width, height };
    left += width + gap - (overlaps[i] ?? 0) * scale;
    return box;
  });
}

function rows(subjects: readonly Standing[], frameAspect: number): Box[] {
  const most = ROWS_HEIGHT / (1 + (subjects.length - 1) * (1 - ROW_OVERLAP));
  let bottom = subjects[0]!.isBust ? 1 + BELOW : GROUND;
  return subjects.map(({ aspect }, i) => {
    const height = Math.min(most, (ROW_WIDTH * frameAspect) / aspect);
    const width = (height * aspect) / frameAspect;
    const box = { x: i % 2 === 0 ? ROW_SIDE : 1 - ROW_SIDE - width, y: bottom - height, width, height };
    bottom -= height * (1 - ROW_OVERLAP);
    return box;
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
