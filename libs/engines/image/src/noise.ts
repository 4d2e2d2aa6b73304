/** A deterministic generator (mulberry32): equal seeds give equal sequences. Values in [0, 1). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const NOISE_LENGTH = 65_536;
const ROW_STRIDE = 40_503;

/**
 * Noise that depends on the pixel's place and the seed only, never on the order of the work.
 * Values are between −1 and 1, triangular (mostly small).
 */
export class PixelNoise {
  private readonly values: Float32Array;

  constructor(private readonly seed: number) {
    const random = randomFrom(seed);
    this.values = Float32Array.from({ length: NOISE_LENGTH }, () => random() - random());
  }

  at(x: number, y: number): number {
    const rowStart = Math.imul(y ^ this.seed, ROW_STRIDE) >>> 7;
    return this.values[(x + rowStart) & (NOISE_LENGTH - 1)]!;
  }
}

const DITHER_NOISE = new PixelNoise(1);

/**
 * The byte for an encoded value (0–1) with a little noise, so that a stretched gradient does not show steps; a value that is
 * already a whole byte stays what it is. Out-of-range values are for the clamped array to clip.
 */
export function dithered(value: number, x: number, y: number): number {
  return value * 255 + DITHER_NOISE.at(x, y) * 0.48;
}
