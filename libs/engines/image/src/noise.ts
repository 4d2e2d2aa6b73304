import { randomFrom } from './seeded-random.js';

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
