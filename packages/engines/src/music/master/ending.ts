/** Part of the last chord's time after which it sinks to silence. */
const HELD = 0.3;
/** A last chord shorter than this part of the piece sinks from before it. */
const LEAST_PART = 0.1;

/** Two sides of a piece, equally long. */
type Sides = { left: Float32Array; right: Float32Array };

/** The gain of a piece and how its last chord sinks: exact silence on the last sample. */
export class Ending {
  private readonly fade: number;

  /** Length and time of the last chord in samples. */
  constructor(
    private readonly length: number,
    lastChordAt: number,
  ) {
    this.fade = Math.max(LEAST_PART * length, length - lastChordAt) * (1 - HELD);
  }

  /** Applies both to samples that begin at `startSample`. */
  apply({ left, right }: Sides, gain: number, startSample: number): void {
    const last = this.length - 1 - startSample;
    const steady = Math.max(0, Math.min(left.length, Math.floor(last - this.fade)));
    for (let index = 0; index < steady; index++) {
      left[index]! *= gain;
      right[index]! *= gain;
    }
    for (let index = steady; index < left.length; index++) {
      const remaining = Math.max(0, Math.min(1, (last - index) / this.fade));
      const level = Math.sin((remaining * Math.PI) / 2);
      left[index]! *= gain * level * level;
      right[index]! *= gain * level * level;
    }
  }
}
