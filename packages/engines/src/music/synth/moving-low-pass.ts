/** Two-pole state-variable filter in its trapezoidal form: stable while its corner moves. */
export class MovingLowPass {
  private first = 0;
  private second = 0;

  /** @param damping Below 1 the corner rings. */
  constructor(
    private readonly damping: number,
    private readonly sampleRate: number,
  ) {}

  /** Filters the samples from `from` to before `to` in place, with the corner at a frequency in hertz. */
  filter(samples: Float32Array, from: number, to: number, hertz: number): void {
    let { first, second } = this;
    const g = Math.tan((Math.PI * Math.min(this.sampleRate * 0.42, hertz)) / this.sampleRate);
    const a1 = 1 / (1 + g * (g + this.damping));
    const a2 = g * a1;
    const a3 = g * a2;
    for (let index = from; index < to; index++) {
      const v3 = samples[index]! - second;
      const v1 = a1 * first + a2 * v3;
      const v2 = second + a2 * first + a3 * v3;
      first = 2 * v1 - first;
      second = 2 * v2 - second;
      samples[index] = v2;
    }
    this.first = first;
    this.second = second;
  }
}
