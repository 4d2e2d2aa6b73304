import { randomFrom } from '../../image/index.js';
import type { YuvPicture } from '../picture/yuv-picture.js';
import { cornersOf, type Corner } from './corners.js';

/**
 * Where a place of picture A lies in picture B: turned and scaled about the middle, then moved. In shares of the picture's
 * width, from its middle.
 */
export type Similarity = {
  /** Cosine and sine of the turn, times the scale. */
  a: number;
  b: number;
  x: number;
  y: number;
};

type Pair = { from: Corner; to: Corner };

const SEED = 20_261_123;
const TRIES = 600;
/** How far from its place a match may lie, as a share of the picture's width. */
const TOLERANCE = 0.012;
/** A match is believed that is so much nearer than the next best one elsewhere. */
const CLEARLY = 0.8;
const ELSEWHERE = 0.03;
/** Chance brings fewer matches into line than this. */
const LEAST_PAIRS = 12;
const LEAST_SHARE = 0.2;
/** Squared picture widths. */
const LEAST_SPREAD = 0.1;
const MOST_SCALE = 4;
const MOST_TURN = 0.6;

/** The one move that brings most of picture A onto picture B, or undefined for pictures that do not show the same. */
export function globalMotion(a: YuvPicture, b: YuvPicture): Similarity | undefined {
  const pairs = mutual(cornersOf(a), cornersOf(b));
  const random = randomFrom(SEED);
  let best: Pair[] = [];
  for (let i = 0; i < TRIES && pairs.length >= LEAST_PAIRS; i++) {
    const first = pairs[Math.floor(random() * pairs.length)]!;
    const second = pairs[Math.floor(random() * pairs.length)]!;
    const motion = fit([first, second]);
    if (!motion || !isLikely(motion)) continue;
    const inLine = pairs.filter((pair) => error(motion, pair) < TOLERANCE);
    if (inLine.length > best.length) best = inLine;
  }
  if (best.length < LEAST_PAIRS || best.length < LEAST_SHARE * pairs.length || !isSpread(best))
    return undefined;
  const rough = fit(best);
  if (!rough) return undefined;
  const inLine = pairs.filter((pair) => error(rough, pair) < TOLERANCE);
  return fit(inLine) ?? rough;
}

/** A moment on the way: nothing at 0, all of it at 1, at an even pace to the eye. */
export function partOf({ a, b, x, y }: Similarity, t: number): Similarity {
  const scale = Math.hypot(a, b);
  const turn = Math.atan2(b, a);
  const grown = scale ** t;
  const moved = Math.abs(scale - 1) < 1e-3 ? t : (grown - 1) / (scale - 1);
  return { a: grown * Math.cos(turn * t), b: grown * Math.sin(turn * t), x: x * moved, y: y * moved };
}

export function inverse({ a, b, x, y }: Similarity): Similarity {
  const square = a * a + b * b;
  const ia = a / square;
  const ib = -b / square;
  return { a: ia, b: ib, x: -(ia * x - ib * y), y: -(ib * x + ia * y) };
}

export function moved({ a, b, x, y }: Similarity, px: number, py: number): { x: number; y: number } {
  return { x: a * px - b * py + x, y: b * px + a * py + y };
}

function error(motion: Similarity, { from, to }: Pair): number {
  const { x, y } = moved(motion, from.x, from.y);
  return Math.hypot(x - to.x, y - to.y);
}

function isLikely({ a, b }: Similarity): boolean {
  const scale = Math.hypot(a, b);
  return scale < MOST_SCALE && scale > 1 / MOST_SCALE && Math.abs(Math.atan2(b, a)) < MOST_TURN;
}

/** Whether the pairs lie all over one of the pictures: those on one thing say only how that has moved. */
function isSpread(pairs: Pair[]): boolean {
  return (['from', 'to'] as const).some((side) => {
    const spread = (axis: 'x' | 'y') => {
      const places = pairs.map((pair) => pair[side][axis]);
      return Math.max(...places) - Math.min(...places);
    };
    return spread('x') * spread('y') > LEAST_SPREAD;
  });
}

/** The similarity with the least squared error. */
function fit(pairs: Pair[]): Similarity | undefined {
  const n = pairs.length;
  const mean = (of: (pair: Pair) => number) => pairs.reduce((sum, pair) => sum + of(pair), 0) / n;
  const fx = mean(({ from }) => from.x);
  const fy = mean(({ from }) => from.y);
  const tx = mean(({ to }) => to.x);
  const ty = mean(({ to }) => to.y);
  let along = 0;
  let across = 0;
  let square = 0;
  for (const { from, to } of pairs) {
    const px = from.x - fx;
    const py = from.y - fy;
    along += px * (to.x - tx) + py * (to.y - ty);
    across += px * (to.y - ty) - py * (to.x - tx);
    square += px * px + py * py;
  }
  if (square < 1e-4) return undefined;
  const a = along / square;
  const b = across / square;
  return { a, b, x: tx - a * fx + b * fy, y: ty - b * fx - a * fy };
}

/** Pairs of corners that are each other's nearest, and clearly so. */
function mutual(from: Corner[], to: Corner[]): Pair[] {
  const forward = from.map((corner) => nearest(corner, to));
  const backward = to.map((corner) => nearest(corner, from));
  return from.flatMap((corner, i) => {
    const there = forward[i];
    return there !== undefined && backward[there] === i ? [{ from: corner, to: to[there]! }] : [];
  });
}

function nearest(corner: Corner, among: Corner[]): number | undefined {
  const distances = among.map((other) => distance(corner.look, other.look));
  let best = 0;
  for (let i = 1; i < among.length; i++) if (distances[i]! < distances[best]!) best = i;
  const chosen = among[best];
  if (!chosen) return undefined;
  const rival = among.some(
    (other, i) =>
      distances[i]! * CLEARLY < distances[best]! &&
      Math.hypot(other.x - chosen.x, other.y - chosen.y) > ELSEWHERE,
  );
  return rival ? undefined : best;
}

function distance(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    const d = a[i]! - b[i]!;
    sum += d * d;
  }
  return sum;
}
