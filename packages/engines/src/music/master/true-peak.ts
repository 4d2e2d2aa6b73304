/** Oversampling and filter length of ITU-R BS.1770-4, annex 2. */
const PHASES = 4;
const TAPS = 12;

/** Windowed-sinc interpolators for the three points between two samples. */
const FILTERS: Float32Array[] = Array.from({ length: PHASES - 1 }, (_, phase) => {
  const delay = (phase + 1) / PHASES;
  const taps = Float32Array.from({ length: TAPS }, (_unused, tap) => {
    const x = tap - (TAPS / 2 - 1) - delay;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / (TAPS / 2 + 0.5));
    return (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)) * window;
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
});

/** No interpolated value can exceed the neighbouring samples by more than this factor. */
const OVERSHOOT_BOUND = Math.max(
  ...FILTERS.map((filter) => filter.reduce((sum, tap) => sum + Math.abs(tap), 0)),
);

/** Follows the highest level between the samples of one channel, with six samples of delay. */
export class TruePeakDetector {
  private readonly history = new Float32Array(TAPS * 2);
  private position = 0;
  private quiet = TAPS;

  /** @param floor Levels below are not resolved further: the sample's own level is returned, which saves the filters. */
  constructor(private readonly floor: number) {}

  /** Takes one sample; answers the peak around the sample given six calls earlier. */
  push(sample: number): number {
    this.position = this.position === 0 ? TAPS - 1 : this.position - 1;
    // Written twice, so that the last twelve samples always lie in one run.
    this.history[this.position] = this.history[this.position + TAPS] = sample;
    this.quiet = Math.abs(sample) * OVERSHOOT_BOUND < this.floor ? this.quiet + 1 : 0;
    const middle = Math.abs(this.history[this.position + TAPS / 2]!);
    return this.quiet >= TAPS ? middle : Math.max(middle, this.between());
  }

  private between(): number {
    let peak = 0;
    for (const filter of FILTERS) {
      let sum = 0;
      for (let tap = 0; tap < TAPS; tap++) sum += filter[tap]! * this.history[this.position + tap]!;
      peak = Math.max(peak, Math.abs(sum));
    }
    return peak;
  }
}

/** Samples by which the detector's answer lags. */
export const TRUE_PEAK_DELAY = TAPS / 2;
