import type { YuvPicture } from '../picture/yuv-picture.js';
import { ease } from './camera-path.js';
import type { View } from './view.js';
import type { WarpGrid } from './warp-grid.js';

/** The edge of a picture that slides over another, in the frame's pixels: B is where `x · place + y · place` is beyond `at`. */
export type SlideEdge = {
  x: number;
  y: number;
  at: number;
};

/** Share of the frame that both pictures move while the edge crosses all of it: the lower one lies deeper. */
const DEPTH = 0.3;
/** The edge leans a little. */
const LEAN = 0.14;
/** Shadow of the upper picture on the lower one: its width as a share of the frame's, and its darkness. */
const SHADOW = 0.12;
const DARKNESS = 0.55;
/** Pixels over which the edge is softened. */
const SOFTNESS = 1.5;

/**
 * Lays the grid for one moment of picture B sliding over picture A.
 *
 * @param drift Where the pictures move; without it, only the edge moves.
 * @param along 0 shows A alone, 1 B alone.
 */
export function laySlide(
  grid: WarpGrid,
  drift: { x: number; y: number },
  along: number,
  views: { a: View; b: View },
): SlideEdge {
  const { width, height } = grid.size;
  const t = ease(along);
  const length = Math.hypot(drift.x, drift.y);
  const direction = length > 0 ? { x: drift.x / length, y: drift.y / length } : { x: -1, y: 0 };
  const depth = length > 0 ? DEPTH : 0;
  for (let row = 0, node = 0; row < grid.rows; row++) {
    const v = grid.nodeY(row) / height;
    for (let column = 0; column < grid.columns; column++, node++) {
      const u = grid.nodeX(column) / width;
      const a = views.a.look(u - direction.x * depth * t, v - direction.y * depth * t);
      grid.ax[node] = a.x * width;
      grid.ay[node] = a.y * height;
      const b = views.b.look(u + direction.x * depth * (1 - t), v + direction.y * depth * (1 - t));
      grid.bx[node] = b.x * width;
      grid.by[node] = b.y * height;
    }
  }
  const edge = edgeAt(direction, t, width, height);
  for (let node = 0; node < grid.share.length; node++) {
    grid.share[node] = beyondEdge(grid, edge, node) > ALONE_FROM ? 1 : 0;
  }
  return edge;
}

/** B comes from where the pictures move away from. */
function edgeAt({ x, y }: { x: number; y: number }, t: number, width: number, height: number): SlideEdge {
  const leant = { x: -x + LEAN * y, y: -y - LEAN * x };
  const length = Math.hypot(leant.x, leant.y);
  const normal = { x: leant.x / length, y: leant.y / length };
  const corners = [0, width].flatMap((px) => [0, height].map((py) => normal.x * px + normal.y * py));
  const shadow = SHADOW * width;
  const from = Math.max(...corners) + shadow;
  const to = Math.min(...corners) - SOFTNESS;
  return { ...normal, at: from + (to - from) * t };
}

/** From so many pixels beyond the edge on, `laySlide` leaves B alone to be drawn; up to the second, cells of both meet. */
const ALONE_FROM = 28;
const ALONE_ALL = 56;

/** Whether a cell of the grid lies where B has to be drawn apart, to be put over A. */
export function isUnderEdge(grid: WarpGrid, edge: SlideEdge, node: number): boolean {
  const middle = beyondEdge(grid, edge, node) + (8 * edge.x + 8 * edge.y);
  return middle > -ALONE_FROM && middle < ALONE_ALL + ALONE_FROM;
}

function beyondEdge(grid: WarpGrid, { x, y, at }: SlideEdge, node: number): number {
  return x * grid.nodeX(node % grid.columns) + y * grid.nodeY(Math.floor(node / grid.columns)) - at;
}

/** Puts B over A, which lies in its shadow; `out` holds A, `over` B as far as it lies by the edge. */
export function slideOver(out: YuvPicture, over: YuvPicture, edge: SlideEdge): void {
  const { width, height } = out;
  slidePlane(out.y, over.y, width, height, 1, edge);
  slidePlane(out.u, over.u, width / 2, height / 2, 2, edge);
  slidePlane(out.v, over.v, width / 2, height / 2, 2, edge);
}

function slidePlane(
  out: Uint8Array,
  over: Uint8Array,
  width: number,
  height: number,
  scale: 1 | 2,
  edge: SlideEdge,
): void {
  const black = scale === 1 ? 16 : 128;
  const reach = SHADOW * width * scale;
  const step = edge.x * scale;
  for (let row = 0; row < height; row++) {
    const first = edge.y * row * scale - edge.at;
    // Where on this line the shadow begins and B is alone.
    const ends = [(-reach - first) / step, (ALONE_ALL - first) / step];
    const from = Math.max(0, Math.floor(Math.min(...ends)) || 0);
    const to = Math.min(width, Math.ceil(Math.max(...ends)) || width);
    for (let column = from, i = row * width + from; column < to; column++, i++) {
      const beyond = first + step * column;
      if (beyond <= -reach || beyond >= ALONE_ALL) continue;
      if (beyond >= SOFTNESS) {
        out[i] = over[i]!;
        continue;
      }
      const near = 1 + Math.min(0, beyond) / reach;
      const shaded = black + (out[i]! - black) * (1 - DARKNESS * near * near);
      const share = beyond <= -SOFTNESS ? 0 : (beyond + SOFTNESS) / (2 * SOFTNESS);
      out[i] = shaded + (over[i]! - shaded) * share + 0.5;
    }
  }
}
