import type { Box } from '../../sight/index.js';
import type { FrameSize } from '../picture/frame-size.js';
import { yuvPicture, type YuvPicture } from '../picture/yuv-picture.js';
import { ease } from './camera-path.js';
import { globalMotion, inverse, moved, partOf, type Similarity } from './global-motion.js';
import { shrink } from './luma-pyramid.js';
import { motionAt, type MotionField } from './motion-field.js';
import { motionBetween } from './motion-search.js';
import type { View } from './view.js';
import { WarpGrid } from './warp-grid.js';
import { WarpSource } from './warp-source.js';

/** How two views of one scene belong together. */
export type Kinship = {
  /** Brings most of A onto B. */
  global: Similarity;
  /** What is left to move then, in A's places. */
  field: MotionField;
};

const STILL: Similarity = { a: 1, b: 0, x: 0, y: 0 };
/** From this value on, pictures without a common motion show the same scene, in which most things have not moved. */
const KIN_FROM = 0.5;
const STILL_FROM = 0.55;
const GLANCE = 90;
const ALIKE = 10;
const MATCHING_SIDE = 512;
/** So near to a picture's edge, in shares of the frame, matches are not relied on. */
const EDGE = 0.02;
/** Along a face's side: the cells that are compared, the places that give their light, the cells of a patch (half an eye). */
const FACE_CELLS = 32;
const FACE_PLACES = 96;
const PATCH = 4;
/** Mean square by which a patch may differ, by the contrast of the face: 0.08 when otherwise taken, 0.34 after a glance aside. */
const SAME_FACE = 0.2;
/** Half the time of the change from one picture to the other, where they match and where they do not. */
const SLOW = 0.2;
const QUICK = 0.05;
/** A picture gives way to the other over this share of the frame inside its edge, but for when it is shown alone. */
const EDGE_SOFTNESS = 0.04;
const EDGE_PACE = 4;
/** Not drawn, but enough to decide where only one picture has something to show. */
const FAINT = 0.001;

/** How B belongs to A, or undefined when they do not show the same. */
export function kinshipOf(a: YuvPicture, b: YuvPicture): Kinship | undefined {
  const global = globalMotion(a, b);
  if (!global) {
    if (unchanged(a, b) < STILL_FROM) return undefined;
    const { kinship, ...field } = motionBetween(a, b);
    return kinship >= KIN_FROM ? { global: STILL, field } : undefined;
  }
  const scale = Math.min(1, MATCHING_SIDE / Math.max(a.width, a.height));
  const size = { width: even(a.width * scale), height: even(a.height * scale) };
  const isCommon = (u: number, v: number) => {
    const { x, y } = placeBy(global, u, v, size.width / size.height);
    return Math.min(x, y, 1 - x, 1 - y) > EDGE;
  };
  return {
    global,
    field: motionBetween(seenThrough(a, STILL, size), seenThrough(b, global, size), isCommon),
  };
}

/** Share of the places that look alike in both pictures. */
function unchanged(a: YuvPicture, b: YuvPicture): number {
  const [from, to] = [a, b].map(({ y, width, height }) => shrink(y, width, height, GLANCE, GLANCE));
  return from!.filter((value, i) => Math.abs(value - to![i]!) < ALIKE).length / from!.length;
}

/** Whether the faces of both pictures look alike in the other one, at the places where its camera move brings them. */
export function facesAgree(
  a: YuvPicture,
  b: YuvPicture,
  { global }: Kinship,
  faces: { a: readonly Box[]; b: readonly Box[] },
): boolean {
  const back = inverse(global);
  return (
    faces.a.every((box) => isSameIn(box, a, b, global)) && faces.b.every((box) => isSameIn(box, b, a, back))
  );
}

/** Whether a face looks the same in the other picture, down to each eye; one whose middle is not shown there cannot differ. */
function isSameIn(
  { x, y, width, height }: Box,
  one: YuvPicture,
  other: YuvPicture,
  motion: Similarity,
): boolean {
  const ratio = one.width / one.height;
  const middle = placeBy(motion, x + width / 2, y + height / 2, ratio);
  if (inside(middle.x, middle.y, 0) < 1) return true;
  const seen = (picture: YuvPicture): Float32Array => {
    const luma = Uint8Array.from({ length: FACE_PLACES ** 2 }, (_, i) => {
      const u = x + (((i % FACE_PLACES) + 0.5) / FACE_PLACES) * width;
      const v = y + ((Math.floor(i / FACE_PLACES) + 0.5) / FACE_PLACES) * height;
      const place = picture === one ? { x: u, y: v } : placeBy(motion, u, v, ratio);
      return lumaAt(picture, place.x, place.y);
    });
    return byContrast(shrink(luma, FACE_PLACES, FACE_PLACES, FACE_CELLS, FACE_CELLS));
  };
  return mostApart(seen(one), seen(other)) < SAME_FACE;
}

function lumaAt({ y: luma, width, height }: YuvPicture, u: number, v: number): number {
  const column = Math.max(0, Math.min(width - 1, Math.floor(u * width)));
  const row = Math.max(0, Math.min(height - 1, Math.floor(v * height)));
  return luma[row * width + column]!;
}

/** Light whatever the exposure: mean 0, deviation 1. */
function byContrast(light: Float32Array): Float32Array {
  const mean = light.reduce((sum, value) => sum + value, 0) / light.length;
  const square = light.reduce((sum, value) => sum + (value - mean) ** 2, 1e-9) / light.length;
  return light.map((value) => (value - mean) / Math.sqrt(square));
}

/** Mean square of the difference, of the patch where it is largest. */
function mostApart(one: Float32Array, other: Float32Array): number {
  const patch = Array.from(
    { length: PATCH ** 2 },
    (_, i) => (i % PATCH) + FACE_CELLS * Math.floor(i / PATCH),
  );
  const squares = one.map((value, i) => (value - other[i]!) ** 2);
  let most = 0;
  for (let row = 0; row <= FACE_CELLS - PATCH; row++) {
    for (let column = 0; column <= FACE_CELLS - PATCH; column++) {
      const corner = row * FACE_CELLS + column;
      most = Math.max(
        most,
        patch.reduce((sum, cell) => sum + squares[corner + cell]!, 0),
      );
    }
  }
  return most / PATCH ** 2;
}

/** A picture drawn as another one shows the same scene. */
function seenThrough(picture: YuvPicture, motion: Similarity, size: FrameSize): YuvPicture {
  const grid = new WarpGrid(size);
  const ratio = size.width / size.height;
  for (let row = 0, node = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++, node++) {
      const { x, y } = placeBy(motion, grid.nodeX(column) / size.width, grid.nodeY(row) / size.height, ratio);
      grid.ax[node] = x * size.width;
      grid.ay[node] = y * size.height;
    }
  }
  const source = new WarpSource(picture);
  const out = yuvPicture(size.width, size.height);
  grid.render(source, source, out);
  return out;
}

/**
 * Lays the grid for one moment between two views of one scene: A alone at progress 0, B alone at 1.
 *
 * @param view The camera over the whole of it.
 */
export function layKin(grid: WarpGrid, { global, field }: Kinship, progress: number, view: View): void {
  const { width, height } = grid.size;
  const ratio = width / height;
  const t = ease(progress);
  const back = inverse(partOf(global, t));
  const motion = { x: 0, y: 0, trust: 0 };
  for (let row = 0, node = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++, node++) {
      const seen = view.look(grid.nodeX(column) / width, grid.nodeY(row) / height);
      const { x, y } = placeBy(back, seen.x, seen.y, ratio);
      follow(field, x, y, t, motion);
      const ax = x - 2 * t * motion.x;
      const ay = y - 2 * t * motion.y;
      const b = placeBy(global, x + 2 * (1 - t) * motion.x, y + 2 * (1 - t) * motion.y, ratio);
      grid.ax[node] = ax * width;
      grid.ay[node] = ay * height;
      grid.bx[node] = b.x * width;
      grid.by[node] = b.y * height;
      const share = shareOfB(progress, motion.trust);
      const insideA = (1 - share) * inside(ax, ay, EDGE_SOFTNESS * Math.min(1, EDGE_PACE * progress));
      const insideB = share * inside(b.x, b.y, EDGE_SOFTNESS * Math.min(1, EDGE_PACE * (1 - progress)));
      grid.share[node] = insideB / (insideA + insideB);
    }
  }
}

/** A similarity counts from the middle, in widths. */
function placeBy(motion: Similarity, u: number, v: number, ratio: number): { x: number; y: number } {
  const { x, y } = moved(motion, u - 0.5, (v - 0.5) / ratio);
  return { x: x + 0.5, y: y * ratio + 0.5 };
}

/** The motion of what is at a place now; the field knows it by where it is half-way. */
function follow(
  field: MotionField,
  u: number,
  v: number,
  t: number,
  motion: { x: number; y: number; trust: number },
): void {
  motionAt(field, u, v, motion);
  for (let step = 0; step < 3; step++) {
    motionAt(field, u - (2 * t - 1) * motion.x, v - (2 * t - 1) * motion.y, motion);
  }
}

function shareOfB(progress: number, trust: number): number {
  const half = QUICK + (SLOW - QUICK) * trust;
  const along = (progress - 0.5 + half) / (2 * half);
  return Math.max(FAINT, Math.min(1 - FAINT, ease(Math.max(0, Math.min(1, along)))));
}

/** How far a place lies inside the picture, above 0 and up to 1. */
function inside(x: number, y: number, softness: number): number {
  const depth = Math.min(x, y, 1 - x, 1 - y);
  return depth >= softness ? 1 : Math.max(FAINT ** 3, depth / softness);
}

function even(value: number): number {
  return Math.max(2, 2 * Math.round(value / 2));
}
