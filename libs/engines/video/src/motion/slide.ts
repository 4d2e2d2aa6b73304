import type { YuvPicture } from '../picture/yuv-picture.js';
import { ease } from './camera-path.js';
import type { View } from './view.js';
import type { WarpGrid } from './warp-grid.js';

/** The edge of a picture that slides over another, in the frame's pixels: B lies where `x · place + y · place` is beyond `at`. */
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
 * @param drift Where the pictures move; where they stand, only the edge moves.
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
  return edgeAt(direction, t, width, height);
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

/** Puts B over A, which lies in its shadow; `out` holds A, `over` B. */
export function slideOver(out: YuvPicture, over: YuvPicture, edge: SlideEdge): void {
  const { width, height } = out;
  slidePlane(out.y, over.y, width, height, 1, 16, edge, width);
  slidePlane(out.u, over.u, width / 2, height / 2, 2, 128, edge, width);
  slidePlane(out.v, over.v, width / 2, height / 2, 2, 128, edge, width);
}

function slidePlane(
  out: Uint8Array,
  over: Uint8Array,
  width: number,
  height: number,
  scale: number,
  black: number,
  edge: SlideEdge,
  frameWidth: number,
): void {
  const reach = SHADOW * frameWidth;
  for (let row = 0, i = 0; row < height; row++) {
    for (let column = 0; column < width; column++, i++) {
      const beyond = edge.x * column * scale + edge.y * row * scale - edge.at;
      if (beyond >= SOFTNESS) {
        out[i] = over[i]!;
        continue;
      }
      if (beyond <= -reach) continue;
      const near = 1 + Math.min(0, beyond) / reach;
      const shaded = black + (out[i]! - black) * (1 - DARKNESS * near * near);
      const share = beyond <= -SOFTNESS ? 0 : (beyond + SOFTNESS) / (2 * SOFTNESS);
      out[i] = shaded + (over[i]! - shaded) * share + 0.5;
    }
  }
}
