/** The size at which pictures are compared. */
export const LOOK = { width: 48, height: 28 };

const PIXELS = LOOK.width * LOOK.height;
const BINS = 16;
/** A cut changes the histogram and the pixels by at least this much, of 1. */
const LEAST_CHANGE = 0.16;
/** And this many times more than the pictures around it do. */
const AGAINST_AROUND = 3;
const AROUND = 6;
/** Two cuts closer than this are one: a flash, or a damaged picture. */
const LEAST_GAP_SECONDS = 0.3;

/** Finds cuts in a series of small 4:4:4 pictures by sudden changes of content and of colour statistics. */
export class CutDetector {
  private readonly changes: number[] = [];
  private last?: { pixels: Buffer; histogram: Float32Array };
  private looks = 0;

  constructor(private readonly looksPerSecond: number) {}

  /** How far the looks have come. */
  get seconds(): number {
    return this.looks / this.looksPerSecond;
  }

  /** @param pixels Y, Cb and Cr planes of the size `LOOK`. Kept, not copied. */
  look(pixels: Buffer): void {
    const histogram = histogramOf(pixels);
    this.changes.push(this.last ? changeBetween(this.last, { pixels, histogram }) : 0);
    this.last = { pixels, histogram };
    this.looks++;
  }

  cuts(): number[] {
    const cuts: number[] = [];
    this.changes.forEach((change, i) => {
      if (change < LEAST_CHANGE || change < AGAINST_AROUND * this.usualAround(i)) return;
      const seconds = i / this.looksPerSecond;
      if (seconds - (cuts.at(-1) ?? -Infinity) >= LEAST_GAP_SECONDS) cuts.push(seconds);
    });
    return cuts;
  }

  /** Median change of the neighbours, so that one more cut nearby does not hide this one. */
  private usualAround(i: number): number {
    const around = this.changes
      .slice(Math.max(1, i - AROUND), i)
      .concat(this.changes.slice(i + 1, i + 1 + AROUND));
    return around.sort((one, other) => one - other)[around.length >> 1] ?? 0;
  }
}

/** Each value counts for the two bins around it, so that a slow change of light does not jump. */
function histogramOf(pixels: Buffer): Float32Array {
  const histogram = new Float32Array((BINS + 1) * 3);
  for (let i = 0; i < PIXELS * 3; i++) {
    const bin = ((i / PIXELS) | 0) * (BINS + 1) + (pixels[i]! >> 4);
    const upper = (pixels[i]! & 15) / 16;
    histogram[bin]! += (1 - upper) / PIXELS;
    histogram[bin + 1]! += upper / PIXELS;
  }
  return histogram;
}

function changeBetween(
  before: { pixels: Buffer; histogram: Float32Array },
  after: { pixels: Buffer; histogram: Float32Array },
): number {
  let statistics = 0;
  for (let bin = 0; bin < before.histogram.length; bin++) {
    statistics += Math.abs(before.histogram[bin]! - after.histogram[bin]!);
  }
  let content = 0;
  for (let i = 0; i < PIXELS; i++) content += Math.abs(before.pixels[i]! - after.pixels[i]!);
  // Histograms differ by at most 2 per plane; a content change of 64 steps is as clear as it gets.
  return 0.5 * Math.min(1, statistics / 3) + 0.5 * Math.min(1, content / PIXELS / 64);
}
