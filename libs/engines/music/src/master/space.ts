const LINES_MS = [29.7, 37.1, 41.1, 43.7, 53.9, 61.3, 67.7, 73.1];
const PRE_DELAY_MS = 18;
/** An early reflection reaches one side as it is and the other inverted: width that a mono sum does not hear. */
const WIDTH_MS = 11.3;
/** What each side hears of the room's two halves: not too little of the other's, for the sake of a mono sum. */
const NEAR = 0.47;
const FAR = 0.17;
/** Below it a room blurs and a bass wants to stand in the middle. */
const LOW_HERTZ = 220;
/** −3 dB of an eight-line Householder mixing matrix: 2/8. */
const MIX = 0.25;

/** A room: eight damped delay lines that feed each other through an orthogonal matrix. */
export class Reverb {
  private readonly lines: Float32Array[];
  private readonly positions = new Int32Array(LINES_MS.length);
  private readonly gains: Float64Array;
  private readonly damped = new Float64Array(LINES_MS.length);
  private readonly preDelay: Float32Array;
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
    this.lines = LINES_MS.map((ms) => new Float32Array(Math.round((ms / 1000) * sampleRate)));
    this.gains = Float64Array.from(this.lines, (line) => 10 ** ((-3 * line.length) / (seconds * sampleRate)));
    this.preDelay = new Float32Array(Math.round((PRE_DELAY_MS / 1000) * sampleRate));
    this.widthDelay = Math.round((WIDTH_MS / 1000) * sampleRate);
    this.lowPart = 1 - Math.exp((-2 * Math.PI * LOW_HERTZ) / sampleRate);
    this.damping = darkness;
  }

  /** Adds the room's answer to `input` onto both sides. */
  add(input: Float32Array, left: Float32Array, right: Float32Array): void {
    const { lines, positions, gains, damped, preDelay, damping, width, widthDelay } = this;
    for (let index = 0; index < input.length; index++) {
      const dry = preDelay[this.prePosition]!;
      this.low += this.lowPart * (input[index]! - this.low);
      preDelay[this.prePosition] = input[index]! - this.low;
      const since = this.prePosition - widthDelay;
      const side = width * preDelay[since < 0 ? since + preDelay.length : since]!;
      if (++this.prePosition === preDelay.length) this.prePosition = 0;
      let sum = 0;
      let even = 0;
      let odd = 0;
      for (let line = 0; line < 8; line++) {
        const out = lines[line]![positions[line]!]!;
        const value = (damped[line] = out + damping * (damped[line]! - out)) * gains[line]!;
        damped[line] = damped[line]!;
        sum += value;
        if ((line & 1) === 0) even += line & 2 ? -value : value;
        else odd += line & 2 ? -value : value;
      }
      for (let line = 0; line < 8; line++) {
        const buffer = lines[line]!;
        const at = positions[line]!;
        buffer[at] = dry + damped[line]! * gains[line]! - MIX * sum;
        positions[line] = at + 1 === buffer.length ? 0 : at + 1;
      }
      left[index]! += even * NEAR + odd * FAR + side;
      right[index]! += odd * NEAR + even * FAR - side;
    }
  }
}

/** Echoes that change sides, each duller and softer than the last. */
export class Echo {
  private readonly first: Float32Array;
  private readonly second: Float32Array;
  private position = 0;
  private smooth = 0;

  constructor(sampleRate: number, seconds: number) {
    const length = Math.max(1, Math.round(seconds * sampleRate));
    this.first = new Float32Array(length);
    this.second = new Float32Array(length);
  }

  add(input: Float32Array, left: Float32Array, right: Float32Array): void {
    for (let index = 0; index < input.length; index++) {
      const one = this.first[this.position]!;
      const other = this.second[this.position]!;
      this.smooth += 0.45 * (other - this.smooth);
      this.first[this.position] = input[index]! + this.smooth * 0.42;
      this.second[this.position] = one * 0.8;
      if (++this.position === this.first.length) this.position = 0;
      left[index]! += one;
      right[index]! += other;
    }
  }
}
