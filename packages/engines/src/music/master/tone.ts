const CORNER_HERTZ = 1800;

/** Lifts or lowers what lies above a corner by a gain that glides from block to block. */
export class Treble {
  private readonly pass: number;
  private lowLeft = 0;
  private lowRight = 0;
  private gain: number | undefined;

  constructor(sampleRate: number) {
    this.pass = 1 - Math.exp((-2 * Math.PI * CORNER_HERTZ) / sampleRate);
  }

  process(left: Float32Array, right: Float32Array, decibels: number): void {
    const target = 10 ** (decibels / 20);
    let gain = this.gain ?? target;
    const step = (target - gain) / left.length;
    let { lowLeft, lowRight } = this;
    for (let index = 0; index < left.length; index++) {
      gain += step;
      lowLeft += this.pass * (left[index]! - lowLeft);
      lowRight += this.pass * (right[index]! - lowRight);
      left[index] = lowLeft + gain * (left[index]! - lowLeft);
      right[index] = lowRight + gain * (right[index]! - lowRight);
    }
    Object.assign(this, { lowLeft, lowRight, gain: target });
  }
}
