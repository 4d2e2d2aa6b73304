import { approach } from '../synth/note.js';

const LINES_MS = [29.7, 37.1, 41.1, 43.7, 53.9, 61.3, 67.7, 73.1];
const PRE_DELAY_MS = 18;
/** An early reflection reaches one side as it is and the other inverted: width that a mono sum does not hear. */
const WIDTH_MS = 11.3;
/** What each side hears of the room's two halves: not too little of the other's, for the sake of a mono sum. */
const NEAR = 0.47;
const FAR = 0.17;
/** Below this frequency a room blurs, and a bass belongs in the middle. */
const LOW_HERTZ = 220;
/** −3 dB of an eight-line Householder mixing matrix: 2/8. */
const MIX = 0.25;

/** A delay line, its loss for each turn, and the state of its damping. */
type Line = { readonly buffer: Float32Array; readonly gain: number; position: number; damped: number };

/** A room: eight damped delay lines that feed each other through an orthogonal matrix. */
export class Reverb {
  private readonly lines: Line[];
  private readonly preDelay: Float32Array;
  private readonly dry: Float32Array;
  private readonly sum: Float32Array;
  private prePosition = 0;
  private readonly damping: number;
  private readonly widthDelay: number;
  private readonly lowPart: number;
  private low = 0;

  /**
   * @param seconds Time in which the room fades by 60 dB.
   * @param width Level of the reflection that widens.
   */
  constructor(
    sampleRate: number,
    seconds: number,
    darkness: number,
    private readonly width: number,
  ) {
    this.lines = LINES_MS.map((ms) => {
      const buffer = new Float32Array(Math.round((ms / 1000) * sampleRate));
      return { buffer, gain: 10 ** ((-3 * buffer.length) / (seconds * sampleRate)), position: 0, damped: 0 };
    });
    // Shorter than any line, so that no line hears itself within a run.
    const run = Math.min(...this.lines.map(({ buffer }) => buffer.length));
    this.dry = new Float32Array(run);
    this.sum = new Float32Array(run);
    this.preDelay = new Float32Array(Math.round((PRE_DELAY_MS / 1000) * sampleRate));
    this.widthDelay = Math.round((WIDTH_MS / 1000) * sampleRate);
    this.lowPart = 1 - Math.exp((-2 * Math.PI * LOW_HERTZ) / sampleRate);
    this.damping = 1 - approach(1 - darkness, sampleRate);
  }

  /** Adds the room's answer to `input` onto both sides. */
  add(input: Float32Array, left: Float32Array, right: Float32Array): void {
    const run = this.dry.length;
    for (let from = 0; from < input.length; from += run) {
      const to = Math.min(input.length, from + run);
      this.reflect(input.subarray(from, to), left.subarray(from, to), right.subarray(from, to));
      this.sum.fill(0);
      for (const [index, line] of this.lines.entries())
        this.listen(line, index, left.subarray(from, to), right.subarray(from, to));
      for (const line of this.lines) this.feed(line, to - from);
    }
  }

  /** The first reflections: what goes on into the room, and the one that widens. */
  private reflect(input: Float32Array, left: Float32Array, right: Float32Array): void {
    const { preDelay, dry, width, widthDelay, lowPart } = this;
    let { low, prePosition } = this;
    for (let index = 0; index < input.length; index++) {
      dry[index] = preDelay[prePosition]!;
      low += lowPart * (input[index]! - low);
      preDelay[prePosition] = input[index]! - low;
      const since = prePosition - widthDelay;
      const side = width * preDelay[since < 0 ? since + preDelay.length : since]!;
      left[index]! += side;
      right[index]! -= side;
      if (++prePosition === preDelay.length) prePosition = 0;
    }
    this.low = low;
    this.prePosition = prePosition;
  }

  /** Damps what a line gives, adds it to both sides and to the sum, and leaves it in the line. */
  private listen(line: Line, index: number, left: Float32Array, right: Float32Array): void {
    const { buffer, gain } = line;
    const { sum, damping } = this;
    const sign = index & 2 ? -1 : 1;
    const toLeft = sign * (index & 1 ? FAR : NEAR);
    const toRight = sign * (index & 1 ? NEAR : FAR);
    let { position, damped } = line;
    for (let at = 0; at < left.length; at++) {
      const out = buffer[position]!;
      damped = out + damping * (damped - out);
      const value = damped * gain;
      buffer[position] = value;
      sum[at]! += value;
      left[at]! += value * toLeft;
      right[at]! += value * toRight;
      if (++position === buffer.length) position = 0;
    }
    line.damped = damped;
  }

  private feed(line: Line, length: number): void {
    const { buffer } = line;
    const { dry, sum } = this;
    let { position } = line;
    for (let at = 0; at < length; at++) {
      buffer[position]! += dry[at]! - MIX * sum[at]!;
      if (++position === buffer.length) position = 0;
    }
    line.position = position;
  }
}

/** Echoes that change sides, each duller and softer than the last. */
export class Echo {
  private readonly first: Float32Array;
  private readonly second: Float32Array;
  private readonly softness: number;
  private position = 0;
  private smooth = 0;

  constructor(sampleRate: number, seconds: number) {
    const length = Math.max(1, Math.round(seconds * sampleRate));
    this.softness = approach(0.45, sampleRate);
    this.first = new Float32Array(length);
    this.second = new Float32Array(length);
  }

  add(input: Float32Array, left: Float32Array, right: Float32Array): void {
    for (let index = 0; index < input.length; index++) {
      const one = this.first[this.position]!;
      const other = this.second[this.position]!;
      this.smooth += this.softness * (other - this.smooth);
      this.first[this.position] = input[index]! + this.smooth * 0.42;
      this.second[this.position] = one * 0.8;
      if (++this.position === this.first.length) this.position = 0;
      left[index]! += one;
      right[index]! += other;
    }
  }
}
