import type { YuvPicture } from '../picture/yuv-picture.js';
import { type CameraMotion, cameraBetween, STILL } from './camera-motion.js';
import { type MotionField, motionAt } from './motion-field.js';
import { motionBetween } from './motion-search.js';

/** How a video moves at its end, per second. */
export type Momentum = {
  camera: CameraMotion;
  /** What moves independently of that: shares of the frame's width and height, by its place now. */
  own: OwnMotion;
};

/** A coarse map; between its cells and beyond its edge it is read like a motion field. */
type OwnMotion = Pick<MotionField, 'columns' | 'rows' | 'dx' | 'dy'>;

export const RESTING: Momentum = {
  camera: STILL,
  own: { columns: 2, rows: 2, dx: new Float32Array(4), dy: new Float32Array(4) },
};

/** Independent motion starts here, per second; below is the noise of the search. */
const LEAST_OWN = 0.02;
const CLEAR_OWN = 0.05;
/** Beyond this a guess of where something goes is worse than none. */
const MOST_OWN = 0.5;
const LEAST_TRUST = 0.3;
/** What moves takes its rim along, as far as it goes until it rests: this many seconds at full speed. */
const GOING_SECONDS = 0.3;
const MOST_GROWING = 6;
const BLUR_PASSES = 3;

/** @param seconds From the one picture to the other. */
export function momentumOf(before: YuvPicture, last: YuvPicture, seconds: number): Momentum {
  const whole = cameraBetween(before, last);
  const camera = {
    x: whole.x / seconds,
    y: whole.y / seconds,
    growth: whole.growth / seconds,
    turn: whole.turn / seconds,
  };
  return { camera, own: ownMotion(motionBetween(before, last), camera, last.width / last.height, seconds) };
}

/** What a field holds beyond the camera's motion, widened so that what moves takes its rim along. */
function ownMotion(field: MotionField, camera: CameraMotion, aspect: number, seconds: number): OwnMotion {
  const { columns, rows } = field;
  const dx = new Float32Array(columns * rows);
  const dy = new Float32Array(columns * rows);
  const motion = { x: 0, y: 0, trust: 0 };
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      const u = (column + 0.5) / columns;
      const v = (row + 0.5) / rows;
      // The field knows a place half-way: what is here now was there half a motion ago.
      motionAt(field, u, v, motion);
      motionAt(field, u - motion.x, v - motion.y, motion);
      const middle = { x: u - 0.5, y: (v - 0.5) / aspect };
      const x = (2 * motion.x) / seconds - (camera.x + camera.growth * middle.x - camera.turn * middle.y);
      const y =
        (2 * motion.y) / seconds - (camera.y + camera.growth * middle.y + camera.turn * middle.x) * aspect;
      const speed = Math.hypot(x, y / aspect);
      if (speed <= LEAST_OWN || motion.trust < LEAST_TRUST) continue;
      const share = Math.min(1, (speed - LEAST_OWN) / (CLEAR_OWN - LEAST_OWN), MOST_OWN / speed);
      dx[i] = x * share;
      dy[i] = y * share;
    }
  }
  const own = { columns, rows, dx, dy };
  const farthest = dx.reduce((most, x, i) => Math.max(most, Math.hypot(x * columns, dy[i]! * rows)), 0);
  const passes = Math.min(MOST_GROWING, Math.ceil(farthest * GOING_SECONDS));
  for (let pass = 0; pass < passes; pass++) grow(own);
  for (let pass = 0; pass < BLUR_PASSES; pass++) blur(own);
  return own;
}

/** Each cell takes the fastest motion around it. */
function grow(own: OwnMotion): void {
  const { dx, dy } = own;
  const fastest = dx.map((_, i) => {
    let best = i;
    for (const n of around(own, i)) {
      if (Math.hypot(dx[n]!, dy[n]!) > Math.hypot(dx[best]!, dy[best]!)) best = n;
    }
    return best;
  });
  own.dx = dx.map((_, i) => dx[fastest[i]!]!);
  own.dy = dy.map((_, i) => dy[fastest[i]!]!);
}

function blur(own: OwnMotion): void {
  const mean = (values: Float32Array) =>
    values.map((_, i) => {
      const cells = around(own, i);
      return cells.reduce((sum, n) => sum + values[n]!, 0) / cells.length;
    });
  [own.dx, own.dy] = [mean(own.dx), mean(own.dy)];
}

function around({ columns, rows }: OwnMotion, i: number): number[] {
  const column = i % columns;
  const row = (i - column) / columns;
  const cells: number[] = [];
  for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
    for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++)
      cells.push(r * columns + c);
  }
  return cells;
}
