import { type MotionField, motionAt } from './motion-field.js';
import { ease } from './camera-path.js';
import type { View } from './view.js';
import type { WarpGrid } from './warp-grid.js';

/** How picture A becomes picture B. */
export type Morph = {
  field: MotionField;
  /** Drift of both pictures, as a share of the frame, where they have nothing in common. */
  drift: { x: number; y: number };
  /** When each place changes over, 0–1, where the pictures have nothing in common. */
  order: (u: number, v: number) => number;
};

/** Half the time a place takes to change over: quick where a slow one would show both pictures as ghosts. */
const QUICK = 0.17;
const SLOW = 0.5;
/** A picture gives way to the other over this share of the frame beyond its edge. */
const EDGE_SOFTNESS = 0.02;
/** Over this share of the frame motion without trust fades towards the edge. */
const EDGE_TAPER = 0.12;
/** Trust is read with more contrast, so that half-matches change over quickly. */
const TRUST_FLOOR = 0.25;
const TRUST_CEILING = 0.7;

/**
 * Lays the grid for one moment of a morph. At progress 0 it shows A alone, at 1 B alone, each through its view.
 *
 * @param progress 0–1, linear in time.
 */
export function layMorph(grid: WarpGrid, morph: Morph, progress: number, views: { a: View; b: View }): void {
  const { width, height } = grid.size;
  const t = ease(progress);
  const motion = { x: 0, y: 0, trust: 0 };
  for (let row = 0, node = 0; row < grid.rows; row++) {
    const v = grid.nodeY(row) / height;
    for (let column = 0; column < grid.columns; column++, node++) {
      const u = grid.nodeX(column) / width;
      follow(morph, u, v, t, motion);
      const insideA = lay(grid, node, 'a', views.a, u - 2 * t * motion.x, v - 2 * t * motion.y);
      const insideB = lay(grid, node, 'b', views.b, u + 2 * (1 - t) * motion.x, v + 2 * (1 - t) * motion.y);
      const share = shareOfB(progress, morph.order(u, v), motion.trust);
      grid.share[node] = (share * insideB) / (share * insideB + (1 - share) * insideA);
    }
  }
}

/** The motion of what is at a place now; the field knows it by where it is half-way. */
function follow(
  morph: Morph,
  u: number,
  v: number,
  t: number,
  motion: { x: number; y: number; trust: number },
): void {
  motionAt(morph.field, u, v, motion);
  drift(morph, u, v, motion);
  for (let step = 0; step < 2; step++) {
    motionAt(morph.field, u - (2 * t - 1) * motion.x, v - (2 * t - 1) * motion.y, motion);
    drift(morph, u, v, motion);
  }
}

/** Adds the drift where nothing is known, and keeps such places from reaching beyond the frame's edges. */
function drift(
  { drift: { x, y } }: Morph,
  u: number,
  v: number,
  motion: { x: number; y: number; trust: number },
): void {
  const trust = contrast(motion.trust);
  motion.x = (motion.x + x * (1 - trust)) * (trust + (1 - trust) * clearOfEdge(u));
  motion.y = (motion.y + y * (1 - trust)) * (trust + (1 - trust) * clearOfEdge(v));
}

function clearOfEdge(place: number): number {
  return ease(Math.max(0, Math.min(1, Math.min(place, 1 - place) / EDGE_TAPER)));
}

function shareOfB(progress: number, order: number, trust: number): number {
  const calm = contrast(trust);
  const half = QUICK + (SLOW - QUICK) * calm;
  const turn = half + (1 - 2 * half) * order;
  const along = (progress - turn + half) / (2 * half);
  return along <= 0 ? 0 : along >= 1 ? 1 : ease(along);
}

function contrast(trust: number): number {
  const along = (trust - TRUST_FLOOR) / (TRUST_CEILING - TRUST_FLOOR);
  return along <= 0 ? 0 : along >= 1 ? 1 : ease(along);
}

/** Lays the grid for one picture alone. */
export function layStill(grid: WarpGrid, view: View): void {
  const { width, height } = grid.size;
  for (let row = 0, node = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++, node++) {
      lay(grid, node, 'a', view, grid.nodeX(column) / width, grid.nodeY(row) / height);
      grid.share[node] = 0;
    }
  }
}

/** Lays one node and says how much of what it shows lies inside the picture, above 0 and up to 1. */
function lay(grid: WarpGrid, node: number, picture: 'a' | 'b', view: View, u: number, v: number): number {
  const { x, y } = view.look(u, v);
  const [xs, ys] = picture === 'a' ? [grid.ax, grid.ay] : [grid.bx, grid.by];
  xs[node] = x * grid.size.width;
  ys[node] = y * grid.size.height;
  const beyond = Math.max(0, -x, x - 1, -y, y - 1);
  return Math.max(1e-4, 1 - beyond / EDGE_SOFTNESS);
}
