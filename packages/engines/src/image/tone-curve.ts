import { type Plane, boxBlur, mapPlane } from './plane.js';
import { resample } from './plane-rows.js';

const LEVELS = 32;
/** Levels on each side that count with a level, so that the curve is even. */
const REACH = 1;
/** Of the finished curve; too fine to be seen. */
const STEPS = 1024;

/** The mean of something over many places, by the luma that they have. */
export class ToneCurve {
  private readonly counts = levels();
  private readonly sums = levels();
  private curve: Float32Array = new Float32Array(STEPS);

  add(luma: number, value: number, weight: number): void {
    const level = Math.min(LEVELS - 1, Math.floor(luma * LEVELS));
    this.counts.data[level]! += weight;
    this.sums.data[level]! += weight * value;
  }

  /** Makes the curve of what was added. Before, it is 0 everywhere. */
  settle(): void {
    const counts = smooth(this.counts).data;
    const means = mapPlane(smooth(this.sums), (sum, level) => sum / (counts[level]! + 1e-6));
    this.curve = resample(means, STEPS, 1).data;
  }

  at(luma: number): number {
    return this.curve[(luma * (STEPS - 1) + 0.5) | 0]!;
  }
}

function levels(): Plane {
  return { data: new Float32Array(LEVELS), width: LEVELS, height: 1 };
}

function smooth(plane: Plane): Plane {
  return boxBlur(boxBlur(plane, REACH), REACH);
}
