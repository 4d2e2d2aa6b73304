import { TRUE_PEAK_DELAY, TruePeakDetector } from './true-peak.js';

/** −2.7 dBFS: coding to MP3 moves peaks, at worst by 1.3 dB in a short bright piece, and −1 dBFS must hold after it. */
export const CEILING = 10 ** (-2.7 / 20);
const LOOK_AHEAD_SECONDS = 0.004;
const RELEASE_SECONDS = 0.12;

/**
 * Look-ahead limiter on the true peak of both channels: gain sinks smoothly before a peak and recovers after it.
 * The output lags the input by `delay` samples.
 */
export class Limiter {
  readonly delay: number;
  private readonly window: number;
  private readonly release: number;
  private readonly detectors: [TruePeakDetector, TruePeakDetector];
  private readonly left: Float32Array;
  private readonly right: Float32Array;
  private readonly gains: Float32Array;
  private readonly minimumAt: Int32Array;
  private readonly minimum: Float32Array;
  private head = 0;
  private tail = 0;
  private queued = 0;
  private slot = 0;
  private position = 0;
  private time = 0;
  private envelope = 1;
  private sum: number;

  /** @param ceiling Highest linear level that may leave, below 1. */
  constructor(
    sampleRate: number,
    private readonly ceiling: number,
  ) {
    this.window = Math.round(LOOK_AHEAD_SECONDS * sampleRate);
    this.delay = this.window + TRUE_PEAK_DELAY;
    this.release = 1 - Math.exp(-1 / (RELEASE_SECONDS * sampleRate));
    this.detectors = [new TruePeakDetector(ceiling), new TruePeakDetector(ceiling)];
    this.left = new Float32Array(this.delay);
    this.right = new Float32Array(this.delay);
    this.gains = new Float32Array(this.window).fill(1);
    this.minimumAt = new Int32Array(this.window + 2);
    this.minimum = new Float32Array(this.window + 2);
    this.sum = this.window;
  }

  process(left: Float32Array, right: Float32Array): void {
    for (let index = 0; index < left.length; index++) {
      const gain = this.gainFor(left[index]!, right[index]!);
      const outLeft = this.left[this.position]! * gain;
      const outRight = this.right[this.position]! * gain;
      this.left[this.position] = left[index]!;
      this.right[this.position] = right[index]!;
      if (++this.position === this.delay) this.position = 0;
      left[index] = outLeft;
      right[index] = outRight;
    }
  }

  /** Lowest needed gain of the look-ahead window, released slowly, then averaged over the window. */
  private gainFor(left: number, right: number): number {
    const peak = Math.max(this.detectors[0].push(left), this.detectors[1].push(right));
    const needed = this.slidingMinimum(peak > this.ceiling ? this.ceiling / peak : 1);
    this.envelope = needed < this.envelope ? needed : this.envelope + this.release * (needed - this.envelope);
    this.sum += this.envelope - this.gains[this.slot]!;
    this.gains[this.slot] = this.envelope;
    // The running sum drifts by rounding; start it again once per window.
    if (this.slot === 0) this.sum = sumOf(this.gains);
    if (++this.slot === this.window) this.slot = 0;
    this.time++;
    return Math.min(1, this.sum / this.window);
  }

  /** Minimum over the last `window` + 1 values by a queue of ascending candidates in a ring. */
  private slidingMinimum(value: number): number {
    const { minimum, minimumAt } = this;
    const last = minimum.length - 1;
    for (; this.queued > 0; this.queued--) {
      const before = this.tail === 0 ? last : this.tail - 1;
      if (minimum[before]! < value) break;
      this.tail = before;
    }
    minimum[this.tail] = value;
    minimumAt[this.tail] = this.time;
    this.tail = this.tail === last ? 0 : this.tail + 1;
    this.queued++;
    if (minimumAt[this.head]! < this.time - this.window) {
      this.head = this.head === last ? 0 : this.head + 1;
      this.queued--;
    }
    return minimum[this.head]!;
  }
}

function sumOf(values: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index]!;
  return sum;
}
