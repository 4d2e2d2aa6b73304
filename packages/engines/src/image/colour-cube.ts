import type { Triple } from './colour.js';

const SIDE = 33;
const LAST = SIDE - 1;

/**
 * Any colour change as a 33-step cube of encoded RGB, so that a pixel costs one tetrahedral interpolation however
 * elaborate the change is. A corner is computed when it is first asked for: most pictures need a small part of them.
 */
export class ColourCube {
  private readonly values = new Float32Array(SIDE * SIDE * SIDE * 3).fill(NaN);

  /** @param change Changes an encoded colour (0–1) in place. Results are kept within 0–1. */
  constructor(private readonly change: (colour: Triple) => void) {}

  /** Changes an encoded colour (0–1) in place. */
  apply(colour: Float32Array): void {
    const red = colour[0]! * LAST;
    const green = colour[1]! * LAST;
    const blue = colour[2]! * LAST;
    const r = red >= LAST ? LAST - 1 : red | 0;
    const g = green >= LAST ? LAST - 1 : green | 0;
    const b = blue >= LAST ? LAST - 1 : blue | 0;
    this.blend(colour, ((r * SIDE + g) * SIDE + b) * 3, red - r, green - g, blue - b);
  }

  /** Walks from the cell's near corner to the far one along the axes in falling order of their fractions. */
  private blend(out: Float32Array, near: number, fr: number, fg: number, fb: number): void {
    const stepR = SIDE * SIDE * 3;
    const stepG = SIDE * 3;
    const far = near + stepR + stepG + 3;
    if (fr >= fg) {
      if (fg >= fb) this.walk(out, near, near + stepR, near + stepR + stepG, far, fr, fg, fb);
      else if (fr >= fb) this.walk(out, near, near + stepR, near + stepR + 3, far, fr, fb, fg);
      else this.walk(out, near, near + 3, near + stepR + 3, far, fb, fr, fg);
    } else if (fr >= fb) this.walk(out, near, near + stepG, near + stepR + stepG, far, fg, fr, fb);
    else if (fg >= fb) this.walk(out, near, near + stepG, near + stepG + 3, far, fg, fb, fr);
    else this.walk(out, near, near + 3, near + stepG + 3, far, fb, fg, fr);
  }

  private walk(
    out: Float32Array,
    near: number,
    second: number,
    third: number,
    far: number,
    high: number,
    middle: number,
    low: number,
  ): void {
    const { values } = this;
    if (Number.isNaN(values[near])) this.compute(near);
    if (Number.isNaN(values[second])) this.compute(second);
    if (Number.isNaN(values[third])) this.compute(third);
    if (Number.isNaN(values[far])) this.compute(far);
    const atNear = 1 - high;
    const atSecond = high - middle;
    const atThird = middle - low;
    for (let channel = 0; channel < 3; channel++) {
      out[channel] =
        values[near + channel]! * atNear +
        values[second + channel]! * atSecond +
        values[third + channel]! * atThird +
        values[far + channel]! * low;
    }
  }
  private compute(at: number): void {
    const corner = at / 3;
    const colour: Triple = [
      Math.floor(corner / (SIDE * SIDE)) / LAST,
      (Math.floor(corner / SIDE) % SIDE) / LAST,
      (corner % SIDE) / LAST,
    ];
    this.change(colour);
    for (let channel = 0; channel < 3; channel++) {
      this.values[at + channel] = Math.min(1, Math.max(0, colour[channel]!));
    }
  }
}
