import { bilinear } from './motion-field.js';

const CELLS = 5;

/**
 * A smooth map of when each place of a frame changes over: a sweep against the drift, broken up by soft noise.
 *
 * @returns A function of a place (shares of the frame) with values from 0 to 1.
 */
export function changeOrder(
  drift: { x: number; y: number },
  random: () => number,
  noise = 0.55,
): (u: number, v: number) => number {
  const values = Array.from({ length: (CELLS + 1) ** 2 }, random);
  const length = Math.hypot(drift.x, drift.y);
  const across = length === 0 ? { x: 0, y: 0 } : { x: drift.x / length, y: drift.y / length };
  const span = Math.abs(across.x) + Math.abs(across.y) || 1;
  return (u, v) => {
    const sweep = 0.5 - ((u - 0.5) * across.x + (v - 0.5) * across.y) / span;
    const value = noise * cloud(values, u, v) + (1 - noise) * sweep;
    return Math.max(0, Math.min(1, value));
  };
}

/** Cosine-interpolated noise. */
function cloud(values: number[], u: number, v: number): number {
  const x = Math.max(0, Math.min(CELLS - 0.001, u * CELLS));
  const y = Math.max(0, Math.min(CELLS - 0.001, v * CELLS));
  const i = Math.floor(y) * (CELLS + 1) + Math.floor(x);
  const right = (1 - Math.cos(Math.PI * (x % 1))) / 2;
  const down = (1 - Math.cos(Math.PI * (y % 1))) / 2;
  return bilinear(values, i, CELLS + 1, right, down);
}
